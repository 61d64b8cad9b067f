import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiErrors } from './api-errors.decorator';

export const IDEMPOTENT_KEY = 'idempotent';

/** A provider that knows which keys have a row of their own, such as an order. */
export interface StandingResults {
  hasResult(userId: number, key: string): Promise<boolean>;
}

export interface IdempotentOptions {
  readonly standing?: Type<StandingResults>;
}

/**
 * Honours `Idempotency-Key`: the same key and body gets the first answer, another body 409.
 * @param standing given for a handler that itself answers a repeated key from the row with that key: then a
 * repetition is answered as soon as the row stands, also while the first call is unfinished or its process dead.
 */
export const Idempotent = (standing?: Type<StandingResults>) =>
  applyDecorators(
    SetMetadata(IDEMPOTENT_KEY, { standing } satisfies IdempotentOptions),
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
