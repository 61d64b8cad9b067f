import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const VALID_ID = /^[\w-]{8,64}$/;

/**
 * One id per request, in the response header, the error body and every log line. A well-formed
 * `X-Request-Id` of a load balancer is kept.
 */
export function getRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && VALID_ID.test(given) ? given : randomUUID();
  request.id = id;
  return id;
}
