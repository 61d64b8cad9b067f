import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor, Origin } from './actor';

/** The guard puts the actor here. */
export interface AuthenticatedRequest extends FastifyRequest {
  actor?: Actor;
}

/** The signed-in actor of an `@Authenticated()` route. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!actor) throw new Error('CurrentActor is used on a route without @Authenticated()');
  return actor;
});

export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
});

/** Address and agent of the caller, for public routes that leave an audit row. */
export const CallerOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin =>
  originOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
