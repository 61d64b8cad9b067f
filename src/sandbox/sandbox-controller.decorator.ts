import { applyDecorators, Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { Public } from '../common/security/access.decorators';

/** A controller under /sandbox: open to all, outside the API's prefix, document and rate limits. */
export const SandboxController = (path: string): ClassDecorator =>
  applyDecorators(
    Controller(`sandbox/${path}`),
    Public(),
    ApiExcludeController(),
    SkipThrottle({ caller: true }),
  );
