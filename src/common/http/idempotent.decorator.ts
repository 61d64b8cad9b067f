import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { getPersonId, type Actor } from '../security/actor';
import type { AuthenticatedRequest } from '../security/current-actor.decorator';
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

/**
 * The key under which an account stores the result of a call. Members of a team share the account of its owner, so
 * theirs begin with the member; a key of a client has no space and cannot look like one.
 */
export const toAccountKey = (key: string, actor: Pick<Actor, 'userId' | 'member'>): string =>
  actor.member ? `member ${getPersonId(actor)} ${key}` : key;

/**
 * The key of something that the platform does by itself where keys of clients are stored, too. It has a space, as that of a
 * member does, and another first word, so no client can take it in advance.
 */
export const toPlatformKey = (...parts: readonly ['auto', ...(string | number)[]]): string =>
  parts.join(' ');

/**
 * The `Idempotency-Key` header as `toAccountKey` makes it, or undefined. The idempotency interceptor validates its form.
 */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => {
    const { headers, user } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const header = headers['idempotency-key'];
    if (typeof header !== 'string') return undefined;
    return user ? toAccountKey(header, user) : header;
  },
);
