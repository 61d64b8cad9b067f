import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { lastValueFrom, NEVER, type Observable, of } from 'rxjs';
import type { FieldErrors } from './charge-request';
import type { Behaviour } from './fault-injection';

export interface SimulatedResponse {
  readonly status: number;
  /** JSON, unless `text` is given. */
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Record<string, string>;
  /** Hold the request this long, then close the connection without a response. */
  readonly hangMs?: number;
}

/** Korapay's response envelopes. */
export const success = (message: string, data: unknown): SimulatedResponse => ({
  status: 200,
  body: { status: true, message, data },
});

export const refusal = (status: number, message: string): SimulatedResponse => ({
  status,
  body: { status: false, message, data: null },
});

export const invalid = (data: FieldErrors): SimulatedResponse => ({
  status: 400,
  body: { status: false, error: 'bad_request', message: 'invalid request data', data },
});

export const duplicateReference = (): SimulatedResponse => ({
  status: 409,
  body: { status: false, code: 'AA021', message: 'duplicate payment reference', data: null },
});

/** The regular response with the injected fault applied. */
export function applyFault(
  behaviour: Behaviour | null,
  truth: SimulatedResponse,
): SimulatedResponse {
  if (!behaviour) return truth;
  const { hangMs, status, json, text, headers, data } = behaviour;
  if (hangMs !== undefined) return { status: 0, hangMs };
  if (status !== undefined) return { status, body: json ?? null, text, headers };
  if (!data || truth.status !== 200) return truth;
  const body = truth.body as { data: object };
  return { ...truth, body: { ...body, data: { ...body.data, ...data } } };
}

/** Sends the `SimulatedResponse` that a handler returns. */
export class SimulatedResponses implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const answer = await lastValueFrom<SimulatedResponse>(next.handle());
    if (answer.hangMs !== undefined) {
      reply.hijack();
      await delay(answer.hangMs, undefined, { ref: false });
      reply.raw.destroy();
      return NEVER;
    }
    const type = answer.text === undefined ? 'application/json' : 'text/html; charset=utf-8';
    reply.status(answer.status).headers({ 'content-type': type, ...answer.headers });
    return of(answer.text ?? JSON.stringify(answer.body));
  }
}

/** Any test key is accepted, so that changing it in the settings can be tested. */
const TEST_KEY = /^Bearer (sk_test_\S{1,240})$/;

const findSecretKey = (context: ExecutionContext): string | undefined => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return TEST_KEY.exec(headers.authorization ?? '')?.[1];
};

/** The secret key of a call that `RequiresSecretKey` has let through. */
export const SecretKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  findSecretKey(context),
);

/** Refuses calls without a secret key. */
export class RequiresSecretKey implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (findSecretKey(context) !== undefined) return next.handle();
    return of(refusal(401, 'invalid authorization key'));
  }
}
