import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import type { FieldErrors } from './charge-request';
import type { SimulatedResponse } from './korapay.entity';
import type { Behaviour } from './fault-injection';

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

export async function send(reply: FastifyReply, answer: SimulatedResponse): Promise<void> {
  if (answer.hangMs !== undefined) {
    reply.hijack();
    await delay(answer.hangMs, undefined, { ref: false });
    reply.raw.destroy();
    return;
  }
  await reply
    .status(answer.status)
    .headers({
      'content-type': answer.text === undefined ? 'application/json' : 'text/html; charset=utf-8',
      ...answer.headers,
    })
    .send(answer.text ?? JSON.stringify(answer.body));
}

/** Any test key is accepted, so that changing it in the settings can be tested. */
const TEST_KEY = /^Bearer (sk_test_\S{1,240})$/;

/** Answers a call of the merchant's API. @param work takes the secret key of the call. */
export async function answer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  work: (key: string) => Promise<SimulatedResponse>,
): Promise<void> {
  const key = TEST_KEY.exec(headers.authorization ?? '')?.[1];
  await send(reply, key ? await work(key) : refusal(401, 'invalid authorization key'));
}
