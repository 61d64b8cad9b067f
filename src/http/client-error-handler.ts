import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

interface ClientError {
  status: number;
  code: string;
  message: string;
}

const MALFORMED: ClientError = {
  status: 400,
  code: 'MALFORMED_REQUEST',
  message: 'The request is not well formed.',
};
const ERRORS: Record<string, ClientError> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'HEADERS_TOO_LARGE',
    message: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'REQUEST_TIMEOUT',
    message: 'The request took too long to arrive.',
  },
};

/** Answers a request that is not valid HTTP, for which Fastify has no reply object, with ErrorResponse. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, ...body } = ERRORS[error.code ?? ''] ?? MALFORMED;
  const text = JSON.stringify({ success: false, ...body, request_id: randomUUID() });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
