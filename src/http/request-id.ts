import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const FOREIGN_ID = /^[\w-]{8,64}$/;

/**
 * One id per request, in the answer's header, the error body and every log line. A balancer's own
 * id is kept when it looks like one.
 */
export function getRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && FOREIGN_ID.test(given) ? given : randomUUID();
  request.id = id;
  return id;
}
