import { Injectable, type ExecutionContext, type CanActivate } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import {
  getRouteAccess,
  type Access,
  type TeamAccess,
  getApiKeyScope,
  isAllowedWithoutTwoFactor,
  type AuthenticatedRequest,
  getTeamAccess,
  isMoreThanRead,
} from '../common/security/access.decorators';
import { keyScopeMissing, refuse } from './auth.errors';
import {
  type ActingMember,
  type SessionActor,
  isStaff,
  type ActingApiKey,
  type ApiKeyScope,
} from '../common/security/actor';
import { can } from '../common/security/permissions';
import { TwoFactorCodesService } from './two-factor/two-factor-codes.service';

/**
 * Takes the token of a session or an API key. Denies by default: a route without `@Public()`, `@Authenticated()` or
 * `@StaffOnly()` returns 403 to every caller.
 */
@Injectable()
export class JwtAuthGuard extends AuthGuard(['jwt', 'api-key']) {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = getRouteAccess(this.reflector, context);
    if (!access) throw refuse('FORBIDDEN');
    if (access.kind === 'public') return true;
    return (await super.canActivate(context)) as boolean;
  }

  /** Replaces Passport's UnauthorizedException by the error that the exception filter renders. */
  override handleRequest<User>(error: Error | null, user: User | false): User {
    if (error) throw error;
    if (!user) throw refuse('UNAUTHENTICATED');
    return user;
  }
}

/**
 * The actor with whom a route runs for a member of a team.
 * @param access undefined for a route without a rule of its own, where viewers only read.
 * @throws DomainError forbidden TEAM_PAUSED, OWNER_ONLY or VIEWER_READ_ONLY.
 */
export function toActorOfRoute(
  actor: SessionActor & { readonly member: ActingMember },
  access: TeamAccess | undefined,
  isRead: boolean,
): SessionActor {
  const { member, ...person } = actor;
  if (access === 'person') return { ...person, userId: member.id };
  if (member.isPaused) throw refuse('TEAM_PAUSED');
  if (access === 'owner') throw refuse('OWNER_ONLY');
  if (member.role === 'viewer' && (!isRead || access === 'buyer')) throw refuse('VIEWER_READ_ONLY');
  return actor;
}

/**
 * The actor with whom a route runs for staff who look at a customer's account: reads only, without what shows credentials or
 * does more than read.
 * @throws DomainError forbidden VIEW_READ_ONLY, or what the customer would be told as a member of a team.
 */
function toActorOfView(
  actor: SessionActor & { readonly member: ActingMember },
  access: TeamAccess | undefined,
  isPlainRead: boolean,
): SessionActor {
  const { member, ...customer } = actor;
  if (!isPlainRead || access === 'buyer') throw refuse('VIEW_READ_ONLY');
  if (access === 'owner' && actor.userId === member.id) return customer;
  return toActorOfRoute(actor, access, true);
}

/** Whether the role of the user, or its permission for a route of staff, is the one that the route needs. */
function isAdmitted(user: SessionActor, access: Exclude<Access, { kind: 'public' }>): boolean {
  if (access.kind === 'authenticated') return access.roles.includes(user.role);
  return isStaff(user.role) && (access.permission === null || can(user, access.permission));
}

const isRead = ({ method }: AuthenticatedRequest): boolean => method === 'GET' || method === 'HEAD';

/** @throws DomainError forbidden KEY_SCOPE, also for a route that takes no key. */
function assertKeyScope({ scopes }: ActingApiKey, needed: ApiKeyScope | undefined): void {
  if (!needed || !scopes.includes(needed)) throw keyScopeMissing(needed);
}

/**
 * Compares the role of `request.user` with the roles of `@Authenticated()` or its permissions with that of `@StaffOnly()`, and the scopes of an API key with
 * `@AllowApiKey()`, and decides what a member of a team may do and on whose account. Staff with a password that others know may only read, and staff without a required second factor
 * may only set it up. Runs after JwtAuthGuard.
 */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly twoFactor: TwoFactorCodesService,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = getRouteAccess(this.reflector, context);
    if (access?.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { user } = request;
    if (!access || !user || !isAdmitted(user, access)) throw refuse('FORBIDDEN');
    if (user.apiKey) assertKeyScope(user.apiKey, getApiKeyScope(this.reflector, context));
    if (user.member && user.viewer)
      request.user = toActorOfView(
        { ...user, member: user.member },
        getTeamAccess(this.reflector, context),
        isRead(request) && !isMoreThanRead(this.reflector, context),
      );
    else if (user.member)
      request.user = toActorOfRoute(
        { ...user, member: user.member },
        getTeamAccess(this.reflector, context),
        isRead(request),
      );
    if (access.kind !== 'staff') return true;
    if (user.mustChangePassword && !isRead(request)) throw refuse('PASSWORD_CHANGE_REQUIRED');
    if (isAllowedWithoutTwoFactor(this.reflector, context)) return true;
    return this.twoFactor.assertStaffRequirementMet(user).then(() => true);
  }
}
