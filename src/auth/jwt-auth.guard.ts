import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { getRouteAccess } from '../common/security/access.decorators';
import { forbidden, unauthenticated } from './auth.errors';

/**
 * Takes the token of a session or an API key. Denies by default: a route without `@Public()` or `@Authenticated()`
 * returns 403 to every caller.
 */
@Injectable()
export class JwtAuthGuard extends AuthGuard(['jwt', 'api-key']) {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = getRouteAccess(this.reflector, context);
    if (!access) throw forbidden();
    if (access.kind === 'public') return true;
    return (await super.canActivate(context)) as boolean;
  }

  /** Replaces Passport's UnauthorizedException by the error that the exception filter renders. */
  override handleRequest<User>(error: Error | null, user: User | false): User {
    if (error) throw error;
    if (!user) throw unauthenticated();
    return user;
  }
}
