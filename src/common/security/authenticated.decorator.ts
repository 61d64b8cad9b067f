import { applyDecorators, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import { ApiErrors } from '../http/api-errors.decorator';
import { ROLES, type Role } from './actor';

export const ACCESS_KEY = 'access';
export type Access = { kind: 'public' } | { kind: 'authenticated'; roles: readonly Role[] };

/** The access rule of the route that a guard runs for: its own, else its controller's. */
export const getRouteAccess = (
  reflector: Reflector,
  context: ExecutionContext,
): Access | undefined =>
  reflector.getAllAndOverride<Access | undefined>(ACCESS_KEY, [
    context.getHandler(),
    context.getClass(),
  ]);

const WITHOUT_TWO_FACTOR_KEY = 'without-two-factor';

/** A staff route that also works without the second factor that the shop requires of its staff. */
export const AllowWithoutTwoFactor = () => SetMetadata(WITHOUT_TWO_FACTOR_KEY, true);

export const isAllowedWithoutTwoFactor = (
  reflector: Reflector,
  context: ExecutionContext,
): boolean =>
  reflector.get<boolean | undefined>(WITHOUT_TWO_FACTOR_KEY, context.getHandler()) ?? false;

/** No authentication. A route without this or `@Authenticated` always answers 403. */
export const Public = () =>
  applyDecorators(
    SetMetadata(ACCESS_KEY, { kind: 'public' } satisfies Access),
    ApiExtension('x-access', 'public'),
  );

/**
 * Requires a bearer token of one of the roles; also documents the security scheme and its errors.
 * @param roles all roles when left out.
 */
export const Authenticated = (...roles: Role[]) =>
  applyDecorators(
    SetMetadata(ACCESS_KEY, {
      kind: 'authenticated',
      roles: roles.length ? roles : ROLES,
    } satisfies Access),
    ApiBearerAuth(),
    ApiExtension('x-access', roles.length ? roles : [...ROLES]),
    ApiErrors({
      401: 'The token is missing, expired or revoked.',
      403: 'The role has no permission for this.',
    }),
  );
