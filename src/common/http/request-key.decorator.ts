import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The caller's Idempotency-Key, or undefined. Checked for form by the idempotency interceptor. */
export const RequestKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => {
    const header = context.switchToHttp().getRequest<FastifyRequest>().headers['idempotency-key'];
    return typeof header === 'string' ? header : undefined;
  },
);
