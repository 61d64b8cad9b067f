import { applyDecorators, HttpCode, Post } from '@nestjs/common';
import { ApiErrors, type ErrorDescriptions } from './api.decorators';
import { Authenticated } from '../security/access.decorators';

/**
 * A POST route of an admin whose body gives a reason (ReasonDto) and that answers 200.
 * @param errors besides that of a missing reason.
 */
export const StaffAction = (path: string, errors: ErrorDescriptions = {}) =>
  applyDecorators(
    ApiErrors({ 422: 'The reason is missing or too long.', ...errors }),
    Post(path),
    HttpCode(200),
    Authenticated('admin'),
  );
