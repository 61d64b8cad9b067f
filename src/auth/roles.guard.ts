import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { isStaff, type ActingApiKey, type ApiKeyScope, type Role } from '../common/security/actor';
import {
  getApiKeyScope,
  getRouteAccess,
  isAllowedWithoutTwoFactor,
  type AuthenticatedRequest,
  getTeamAccess,
} from '../common/security/access.decorators';
import { keyScopeMissing } from './api-keys/api-keys.errors';
import { forbidden, passwordChangeRequired } from './auth.errors';
import { toActorOfRoute } from './member-access';
import { StaffTwoFactorRequirement } from './two-factor/staff-two-factor-requirement.service';

const isStaffRoute = (roles: readonly Role[]): boolean => roles.every(isStaff);
const isRead = ({ method }: AuthenticatedRequest): boolean => method === 'GET' || method === 'HEAD';

/** @throws DomainError forbidden KEY_SCOPE, also for a route that takes no key. */
function assertKeyScope({ scopes }: ActingApiKey, needed: ApiKeyScope | undefined): void {
  if (!needed || !scopes.includes(needed)) throw keyScopeMissing(needed);
}

/**
 * Compares the role of `request.user` with the roles of `@Authenticated()`, and the scopes of an API key with
 * `@AllowApiKey()`, and decides what a member of a team may do and on whose account. Staff with a password that others know may only read, and staff without a required second factor
 * may only set it up. Runs after JwtAuthGuard.
 */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly twoFactor: StaffTwoFactorRequirement,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = getRouteAccess(this.reflector, context);
    if (access?.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { user } = request;
    if (!access || !user || !access.roles.includes(user.role)) throw forbidden();
    if (user.apiKey) assertKeyScope(user.apiKey, getApiKeyScope(this.reflector, context));
    if (user.member)
      request.user = toActorOfRoute(
        { ...user, member: user.member },
        getTeamAccess(this.reflector, context),
        isRead(request),
      );
    if (!isStaffRoute(access.roles)) return true;
    if (user.mustChangePassword && !isRead(request)) throw passwordChangeRequired();
    if (isAllowedWithoutTwoFactor(this.reflector, context)) return true;
    return this.twoFactor.assertMet(user.userId).then(() => true);
  }
}
