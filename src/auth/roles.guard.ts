import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { isStaff, type Role } from '../common/security/actor';
import { getRouteAccess } from '../common/security/authenticated.decorator';
import type { AuthenticatedRequest } from '../common/security/current-actor.decorator';
import { forbidden, passwordChangeRequired } from './auth.errors';

const isStaffRoute = (roles: readonly Role[]): boolean => roles.every(isStaff);
const isRead = ({ method }: AuthenticatedRequest): boolean => method === 'GET' || method === 'HEAD';

/**
 * Compares the role of `request.user` with the roles of `@Authenticated()`. Staff with a password that
 * others know may only read. Runs after JwtAuthGuard.
 */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = getRouteAccess(this.reflector, context);
    if (access?.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { user } = request;
    if (!access || !user || !access.roles.includes(user.role)) throw forbidden();
    if (user.mustChangePassword && isStaffRoute(access.roles) && !isRead(request))
      throw passwordChangeRequired();
    return true;
  }
}
