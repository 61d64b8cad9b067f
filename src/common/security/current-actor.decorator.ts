import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor, ClientInfo, SessionActor } from './actor';

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
