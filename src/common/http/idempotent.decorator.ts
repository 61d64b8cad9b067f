import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiErrors } from './api-errors.decorator';

export const IDEMPOTENT_KEY = 'idempotent';

/** Honours `Idempotency-Key`: the same key and body gets the first answer, another body 409. */
export const Idempotent = () =>
  applyDecorators(
    SetMetadata(IDEMPOTENT_KEY, true),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'A unique key of up to 255 characters. A repeated call with the same key and body returns the first response and has no further effect.',
    }),
    ApiErrors({
      409: 'The idempotency key was used with another body, or its first call is still running.',
    }),
  );

/** The `Idempotency-Key` header, or undefined. The idempotency interceptor validates its form. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => {
    const header = context.switchToHttp().getRequest<FastifyRequest>().headers['idempotency-key'];
    return typeof header === 'string' ? header : undefined;
  },
);
