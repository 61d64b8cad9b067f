import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppConfig } from '../config/app-config';
import { OutboundGuard } from '../common/net/outbound-guard';
import { WebhookClient } from './webhook-client';

const createClient = (sandbox: boolean, answers: string[]) =>
  new (class extends WebhookClient {
    protected override createGuard(): OutboundGuard {
      return new OutboundGuard(sandbox, () => Promise.resolve(answers));
    }
  })({ sandbox } as AppConfig);

describe('WebhookClient', () => {
  let server: Server;
  let port: number;
  let requests = 0;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  beforeEach(() => (requests = 0));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const REFUSED = { status: null, error: 'The address of the URL is not on the public Internet' };
  const post = (sandbox: boolean, answers: string[], url: string) =>
    createClient(sandbox, answers).post(url, '{}', {});

  it.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['fd00::1'],
  ])('should not connect to a name that resolves to %s', async (address) => {
    expect(await post(false, [address], `https://example.com:${port}/`)).toEqual(REFUSED);
    expect(await post(false, [address], `http://example.com:${port}/`)).toEqual(REFUSED);
    expect(requests).toBe(0);
  });

  it.each(['127.0.0.1', '[::1]', '10.0.0.1', '0x7f.1', '2130706433'])(
    'should not connect to the address %s',
    async (host) => {
      expect(await post(false, [], `https://${host}:${port}/`)).toEqual(REFUSED);
      expect(await post(false, [], `http://${host}:${port}/`)).toEqual(REFUSED);
      expect(requests).toBe(0);
    },
  );

  it('should reach a program on the same machine in the sandbox, and only there', async () => {
    expect(await post(true, ['10.0.0.1', '127.0.0.1'], `http://hooks.test:${port}/`)).toEqual({
      status: 200,
      error: null,
    });
    expect(await post(true, ['10.0.0.1'], `http://hooks.test:${port}/`)).toEqual(REFUSED);
    expect(requests).toBe(1);
  });

  it('should say what went wrong without an address', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port: unused } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await post(true, [], `http://127.0.0.1:${unused}/`)).toEqual({
      status: null,
      error: 'The connection was refused',
    });
  });
});
