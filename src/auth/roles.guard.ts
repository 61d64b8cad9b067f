import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { getRouteAccess } from '../common/security/authenticated.decorator';
import type { AuthenticatedRequest } from '../common/security/current-actor.decorator';
import { forbidden } from './auth.errors';

/** Compares the role of `request.user` with the roles of `@Authenticated()`. Runs after JwtAuthGuard. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = getRouteAccess(this.reflector, context);
    if (access?.kind === 'public') return true;
    const { user } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!access || !user || !access.roles.includes(user.role)) throw forbidden();
    return true;
  }
}
