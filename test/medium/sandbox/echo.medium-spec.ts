import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { eventually, openSandboxApp } from '../../support/sandbox-app';
import { useTestApp } from '../../support/use-test-app';

describe('Echo service', () => {
  const shop = useTestApp(openSandboxApp);

  it("returns the connection's address regardless of headers", async () => {
    const { status, body } = await shop.call('GET', '/sandbox/echo', {
      headers: { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer secret', via: '1.1 x' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      method: 'GET',
      headers: { 'x-forwarded-for': '203.0.113.9', via: '1.1 x' },
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it("returns the caller's local address", async () => {
    const text = await new Promise<string>((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port: new URL(shop.url).port,
          path: '/sandbox/echo',
          localAddress: '127.10.3.7',
        },
        (response) => {
          let data = '';
          response.on('data', (chunk: Buffer) => (data += chunk.toString()));
          response.on('end', () => resolve(data));
        },
      )
        .on('error', reject)
        .end();
    });
    expect(JSON.parse(text)).toMatchObject({ ip: '127.10.3.7' });
  });

  it.each([0, 1, 65_536, 65_537, 5_000_000])('sends %i bytes', async (bytes) => {
    const response = await fetch(`${shop.url}/sandbox/echo?bytes=${bytes}`);
    expect(response.headers.get('content-length')).toBe(String(bytes));
    expect((await response.arrayBuffer()).byteLength).toBe(bytes);
  });

  it('applies backpressure', async () => {
    const sockets: Socket[] = [];
    const note = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
    subscribe('http.server.request.start', note);
    const response = await fetch(`${shop.url}/sandbox/echo?bytes=${2 * 1024 ** 3}`, {
      headers: { connection: 'close' },
    });
    const reader = response.body!.getReader();
    await reader.read();
    unsubscribe('http.server.request.start', note);
    const socket = sockets[0]!;
    // The client stops reading, so the server must stop sending long before the end.
    let sent = -1;
    await eventually(
      () => {
        const before = sent;
        sent = socket.bytesWritten;
        return Promise.resolve(sent === before);
      },
      (halted) => halted,
    );
    expect(sent).toBeLessThan(64 * 1024 ** 2);
    await reader.cancel();
    await eventually(
      () => Promise.resolve(socket.destroyed),
      (destroyed) => destroyed,
    );
  });

  it('responds to HEAD with the length only', async () => {
    const response = await fetch(`${shop.url}/sandbox/echo?bytes=1000`, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('1000');
  });

  it.each([
    'bytes=-1',
    'bytes=x',
    'bytes=1e9',
    'bytes=2147483649',
    'bytes=',
    'delay=30001',
    'bytes=1&bytes=2',
  ])('rejects ?%s', async (query) => {
    expect((await fetch(`${shop.url}/sandbox/echo?${query}`)).status).toBe(422);
  });

  it('delays the response as requested', async () => {
    const start = performance.now();
    await shop.call('GET', '/sandbox/echo?delay=300');
    expect(performance.now() - start).toBeGreaterThanOrEqual(295);
  });

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png'])(
    'counts a body of type %s, larger than any other route takes',
    async (type) => {
      const response = await fetch(`${shop.url}/sandbox/echo`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: Buffer.alloc(3_000_001, '{'),
      });
      expect(await response.json()).toMatchObject({ method: 'POST', bytes: 3_000_001 });
    },
  );

  it('reports an empty body as 0 bytes', async () => {
    expect((await shop.call('POST', '/sandbox/echo')).body).toMatchObject({ bytes: 0 });
  });
});
