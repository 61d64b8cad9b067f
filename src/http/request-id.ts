import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const MAX_CLIENT_ID = 64;

/**
 * One id per request, in the response header, the error body and every log line. Always the server's own:
 * a client that could choose it could make its requests look like those of others in the log.
 */
export function getRequestId(request: IncomingMessage): string {
  const id = randomUUID();
  request.id = id;
  return id;
}

/** The `X-Request-Id` of a client or load balancer for the log, without special characters. */
export function getClientRequestId({
  headers,
}: Pick<IncomingMessage, 'headers'>): string | undefined {
  const given = headers['x-request-id'];
  const text = Array.isArray(given) ? given[0] : given;
  return text?.slice(0, MAX_CLIENT_ID).replace(/[^\w.:/+=-]/g, '?') || undefined;
}
