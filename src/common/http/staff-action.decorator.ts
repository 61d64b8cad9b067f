import { applyDecorators, HttpCode, Post } from '@nestjs/common';
import { ApiErrors, type ErrorDescriptions } from './api.decorators';
import { StaffOnly } from '../security/access.decorators';
import type { Permission } from '../security/permissions';

/**
 * A POST route of staff whose body gives a reason (ReasonDto) and that answers 200.
 * @param errors besides that of a missing reason.
 */
export const StaffAction = (permission: Permission, path: string, errors: ErrorDescriptions = {}) =>
  applyDecorators(
    ApiErrors({ 422: 'The reason is missing or too long.', ...errors }),
    Post(path),
    HttpCode(200),
    StaffOnly(permission),
  );
