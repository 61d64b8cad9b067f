import {
  applyDecorators,
  SetMetadata,
  createParamDecorator,
  type ExecutionContext,
  type Type,
  StreamableFile,
} from '@nestjs/common';
import { ApiResponse, ApiExtension, ApiHeader, ApiOkResponse } from '@nestjs/swagger';
import { ErrorResponse } from './common.dto';
import { getPersonId, type Actor } from '../security/actor';
import type { AuthenticatedRequest } from '../security/access.decorators';
import { MINUTE } from '../time/clock';
import type { Readable } from 'node:stream';
import { createHash, randomUUID } from 'node:crypto';

type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 422 | 429 | 502 | 503;

export type ErrorDescriptions = Partial<Record<ErrorStatus, string>>;

/**
 * Documents the errors of a route or of a whole controller; every one has the shape of ErrorResponse.
 * @example ApiErrors({ 404: 'No order has this id.', 409: '`ORDER_REFUNDED`.' })
 */
export const ApiErrors = (descriptions: ErrorDescriptions) =>
  applyDecorators(
    ...Object.entries(descriptions).map(([status, description]) =>
      ApiResponse({ status: Number(status), type: ErrorResponse, description }),
    ),
  );

export const ENVELOPE = 'envelope';
/** Carries the options to the code that completes the OpenAPI document, which removes it. */
export const ENVELOPE_EXTENSION = 'x-envelope';

export interface EnvelopeOptions {
  /**
   * What the schema of the envelope is called, before `Response`. Without it the name of the data's class, less `Data`:
   * `WalletData` is the data of `WalletResponse`.
   */
  readonly name?: string;
  /** Of the data, such as the order of a list. */
  readonly description?: string;
  /** For the user, beside the data; true when the handler says it by `withMessage`. */
  readonly message?: string | true;
}

const MESSAGE = Symbol('message');

/** Data with a message for the user that depends on it. */
export const withMessage = <T extends object>(data: T, message: string | undefined): T =>
  Object.defineProperty(data, MESSAGE, { value: message });

/** The message of `withMessage`, if any. */
export const messageOf = (data: object): string | undefined =>
  (data as { [MESSAGE]?: string })[MESSAGE];

/**
 * What a handler returns is the `data` of `{success, message?, data}`: an interceptor adds the envelope, and so does
 * the OpenAPI document to the return type. This says only what the type does not.
 */
export const Envelope = (options: EnvelopeOptions) =>
  applyDecorators(SetMetadata(ENVELOPE, options), ApiExtension(ENVELOPE_EXTENSION, options));

export const IDEMPOTENT_KEY = 'idempotent';

/** A provider that knows which keys have a row of their own, such as an order. */
export interface StoredResults {
  hasResult(userId: number, key: string): Promise<boolean>;
}

export interface IdempotentOptions {
  readonly results?: Type<StoredResults>;
}

/**
 * Honours `Idempotency-Key`: the same key and body gets the first answer, another body 409.
 * @param results given for a handler that itself answers a repeated key from the row with that key: then a
 * repetition is answered as soon as the row stands, also while the first call is unfinished or its process dead.
 */
export const Idempotent = (results?: Type<StoredResults>) =>
  applyDecorators(
    SetMetadata(IDEMPOTENT_KEY, { results } satisfies IdempotentOptions),
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

export const RATE_LIMIT_KEY = 'rate-limit';

export interface RateLimitOptions {
  /** Routes of one group share a counter. */
  readonly group: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Only requests whose body has this field count. */
  readonly field?: string;
}

/**
 * Limits the requests of a signed-in person, or those of a network address on public routes. Lenient on sign-in, since
 * offices and mobile carriers put many people behind one address; the strict limits there are per account.
 */
export const RateLimit = (group: string, limit: number, windowMs = MINUTE, field?: string) =>
  applyDecorators(
    SetMetadata(RATE_LIMIT_KEY, { group, limit, windowMs, field } satisfies RateLimitOptions),
    ApiErrors({ 429: 'Too many attempts; `Retry-After` has the seconds to wait.' }),
  );

/** A file that a client downloads. */
export interface Download {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly content: Buffer | string | Readable;
}

/** Documents an operation that returns a file of one of these media types. */
export const ApiFile = (description: string, ...types: string[]) =>
  ApiOkResponse({
    description,
    content: Object.fromEntries(
      types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    ),
  });

export function toDownload({ name, type, content }: Download): StreamableFile {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const disposition = `attachment; filename="${name}"`;
  return Buffer.isBuffer(body)
    ? new StreamableFile(body, { type, disposition, length: body.length })
    : new StreamableFile(body, { type, disposition });
}

/**
 * Reference of a statement line that a person makes, deterministic per call and idempotency key, so that a retry
 * finds the first line even after the record of the key is gone.
 */
export function toKeyedReference(
  prefix: 'FUND' | 'CORR' | 'CHARGEBACK' | 'GOODWILL' | 'REFUND-STAFF' | 'REFUND-OWN',
  actor: Actor,
  call: readonly (string | number)[],
  key: string | undefined,
): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([actor.userId, ...call, key ?? randomUUID()]))
    .digest('hex');
  return `${prefix}-${digest.slice(0, 16).toUpperCase()}`;
}
