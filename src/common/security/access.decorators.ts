import {
  applyDecorators,
  SetMetadata,
  type ExecutionContext,
  createParamDecorator,
} from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiBearerAuth, ApiExtension, ApiSecurity } from '@nestjs/swagger';
import { ApiErrors } from '../http/api.decorators';
import {
  ROLES,
  type Role,
  type ApiKeyScope,
  type Actor,
  type ClientInfo,
  type SessionActor,
} from './actor';
import { can, type Permission } from './permissions';
import type { FastifyRequest } from 'fastify';

export const ACCESS_KEY = 'access';
export type Access =
  | { kind: 'public' }
  | { kind: 'authenticated'; roles: readonly Role[] }
  /** Without a permission: any member of staff, for their own account. */
  | { kind: 'staff'; permission: Permission | null };

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

/** No authentication. A route without this, `@Authenticated` or `@StaffOnly` always answers 403. */
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

const staffAccess = (permission: Permission | null) =>
  applyDecorators(
    SetMetadata(ACCESS_KEY, { kind: 'staff', permission } satisfies Access),
    ApiBearerAuth(),
    ApiExtension(
      'x-access',
      (['sub-admin', 'admin'] as const).filter((role) => !permission || can({ role }, permission)),
    ),
    ApiExtension('x-permission', permission ?? 'own'),
    ApiErrors({
      401: 'The token is missing, expired or revoked.',
      403: 'The role has no permission for this.',
    }),
  );

/** Requires a bearer token of staff whose role has the permission; also documents the security scheme and its errors. */
export const StaffOnly = (permission: Permission) => staffAccess(permission);

/** For what every member of staff may do, such as with their own account. */
export const AnyStaff = () => staffAccess(null);

const API_KEY_SCOPE_KEY = 'api-key-scope';

/** An `@Authenticated()` route that an API key with the scope may call. Routes without this refuse every key. */
export const AllowApiKey = (scope: ApiKeyScope) =>
  applyDecorators(
    SetMetadata(API_KEY_SCOPE_KEY, scope),
    ApiSecurity('apiKey'),
    ApiExtension('x-api-key-scope', scope),
  );

/** @returns undefined when the route takes no API key. */
export const getApiKeyScope = (
  reflector: Reflector,
  context: ExecutionContext,
): ApiKeyScope | undefined =>
  reflector.get<ApiKeyScope | undefined>(API_KEY_SCOPE_KEY, context.getHandler());

const TEAM_ACCESS_KEY = 'team-access';

/**
 * What a route is to members of a team. `person`: acts on the member's own account. `owner`: refuses members.
 * `buyer`: refuses viewers, also of a read. A route without one acts on the owner's account, and viewers only read.
 */
export type TeamAccess = 'person' | 'owner' | 'buyer';

const teamAccess = (access: TeamAccess) =>
  applyDecorators(SetMetadata(TEAM_ACCESS_KEY, access), ApiExtension('x-team-access', access));

/** Concerns the account of the person who signed in, also for a member of a team. */
export const OwnAccount = () => teamAccess('person');

/** Refuses members of a team. */
export const OwnerOnly = () => teamAccess('owner');

/** Refuses viewers of a team: the answer has credentials. */
export const BuyerOnly = () => teamAccess('buyer');

/** The rule of the route that a guard runs for: its own, else its controller's. */
export const getTeamAccess = (
  reflector: Reflector,
  context: ExecutionContext,
): TeamAccess | undefined =>
  reflector.getAllAndOverride<TeamAccess | undefined>(TEAM_ACCESS_KEY, [
    context.getHandler(),
    context.getClass(),
  ]);

const MORE_THAN_READ_KEY = 'more-than-read';

/** A GET that settles, audits or gives away more than a screen shows: staff who look at a customer's account cannot call it. */
export const MoreThanRead = () => SetMetadata(MORE_THAN_READ_KEY, true);

export const isMoreThanRead = (reflector: Reflector, context: ExecutionContext): boolean =>
  reflector.get<boolean | undefined>(MORE_THAN_READ_KEY, context.getHandler()) ?? false;

/** Passport stores what JwtStrategy returns as `user`. */
export interface AuthenticatedRequest extends FastifyRequest {
  user?: SessionActor;
}

/** The signed-in actor of an `@Authenticated()` route. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { user } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!user) throw new Error('CurrentActor is used on a route without @Authenticated()');
  return user;
});

export const getClientInfo = (request: FastifyRequest): ClientInfo => ({
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
});

/** Network address and user agent of the client, for public routes that write audit rows. */
export const CurrentClient = createParamDecorator(
  (_: unknown, context: ExecutionContext): ClientInfo =>
    getClientInfo(context.switchToHttp().getRequest<FastifyRequest>()),
);
