import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { handleClientError } from './client-error-handler';
import { deadlineOptions } from './request-deadlines';

describe('What is no readable HTTP', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = Fastify({ clientErrorHandler: handleClientError });
    app.post('/', () => ({ success: true }));
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  async function answerTo(bytes: string) {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(bytes);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as object };
  }

  it.each([
    ['bytes of another protocol', 'SSH-2.0-x\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'a body framed in two ways',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'headers without end',
      `POST / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
  ])('should be refused in the shape of every refusal: %s', async (_what, bytes, status, code) => {
    expect(await answerTo(bytes)).toEqual({
      status,
      body: {
        success: false,
        code,
        message: expect.any(String),
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
  });
});

describe('A client that takes too long', () => {
  const REQUEST_MS = 600;
  let app: FastifyInstance;
  beforeAll(async () => {
    const deadlines = { headersMs: 300, requestMs: REQUEST_MS, idleMs: 4_000, checkMs: 50 };
    app = Fastify({ clientErrorHandler: handleClientError, ...deadlineOptions(deadlines) });
    app.post('/', () => ({ success: true }));
    app.get('/slow', () => sleep(1.5 * REQUEST_MS).then(() => ({ success: true })));
    app.get('/never', () => sleep(60_000, {}, { ref: false }));
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  /** Sends one byte after another until the server closes the connection. @returns its answer. */
  async function trickle(head: string, byte: string): Promise<string> {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    // The server may close while a byte is on its way.
    socket.on('error', () => undefined);
    socket.write(head);
    const timer = setInterval(() => socket.writable && socket.write(byte), 20);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(timer);
    return answer;
  }

  it.each([
    [
      'headers',
      'POST / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      /^HTTP\/1.1 408 [\s\S]*"REQUEST_TIMEOUT"/,
    ],
    [
      'a body',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999\r\n\r\n',
      /^HTTP\/1.1 408 [\s\S]*"REQUEST_TIMEOUT"/,
    ],
    [
      'the body of a request that was answered before',
      'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n',
      /^HTTP\/1.1 404/,
    ],
  ])(
    'should be cut off however steadily it sends %s',
    async (_what, head, answer) => expect(await trickle(head, ' ')).toMatch(answer),
    25_000,
  );

  it('should not limit the time that an answer takes, only that of a connection without any byte', async () => {
    const { port } = app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/slow`);
    expect(await answer.json()).toEqual({ success: true });
    await expect(fetch(`http://127.0.0.1:${port}/never`)).rejects.toThrow();
  });
});
