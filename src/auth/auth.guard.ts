import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS_KEY, type Access } from '../common/security/authenticated.decorator';
import { originOf, type AuthenticatedRequest } from '../common/security/current-actor.decorator';
import { forbidden } from './auth.errors';
import { SessionsService } from './sessions/sessions.service';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** Denies by default: a route without `@Public()` or `@Authenticated()` is closed to everybody. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS_KEY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!access) throw forbidden();
    if (access.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    request.actor = await this.sessions.authenticate(token, originOf(request));
    if (!access.roles.includes(request.actor.role)) throw forbidden();
    return true;
  }
}
