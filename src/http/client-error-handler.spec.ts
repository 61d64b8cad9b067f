import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { handleClientError } from './client-error-handler';

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
