import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { eventually, openSandboxApp } from '../../support/sandbox-app';
import { useTestApp } from '../../support/use-test-app';
import { MailService } from '../../../src/mail/mail.service';

const shop = useTestApp(openSandboxApp);

describe('Echo service', () => {
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

describe('Sandbox inbox', () => {
  beforeAll(async () => {
    const mail = shop.module.get(MailService);
    for (const [to, subject] of [
      ['ada@example.com', 'First'],
      ['obi@example.com', 'Second <b>'],
      ['ada@example.com', 'Third'],
    ] as const)
      await shop.uow.run(() =>
        mail.enqueue({
          to,
          subject,
          text: `Open http://localhost:1/x?a=1&b="2 now <script>alert(1)</script>`,
          html: `<p style="color:red">Hello "there"</p><a href="http://localhost:1/y">go</a>`,
        }),
      );
  });

  const json = (query = '') =>
    shop.call('GET', `/sandbox/inbox${query}`, { headers: { accept: 'application/json' } });

  it('returns JSON, newest first', async () => {
    const { status, body } = await json();
    expect(status).toBe(200);
    const mails = body as { to: string; subject: string }[];
    expect(mails.map(({ subject }) => subject)).toEqual(['Third', 'Second <b>', 'First']);
    expect(Object.keys(mails[0]!).sort()).toEqual(['date', 'html', 'subject', 'text', 'to']);
    expect(mails[0]).toMatchObject({ date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
  });

  it('filters by address, case-insensitively', async () => {
    const { body } = await json('?to=ADA@example.com');
    expect((body as { subject: string }[]).map(({ subject }) => subject)).toEqual([
      'Third',
      'First',
    ]);
    expect((await json('?to=nobody@example.com')).body).toEqual([]);
  });

  it('renders a page with working links and no scripts', async () => {
    const response = await fetch(`${shop.url}/sandbox/inbox`, { headers: { accept: 'text/html' } });
    const markup = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect(markup).toContain('href="http://localhost:1/x?a=1&amp;b="');
    expect(markup).toContain('Second &lt;b&gt;');
    expect(markup).not.toContain('<script>');
    expect(markup).toContain('srcdoc="&lt;base target=&quot;_top&quot;&gt;&lt;p style=');
    expect(markup.indexOf('Third')).toBeLessThan(markup.indexOf('First'));
  });
});
