import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { probeAddress } from './echo-through-proxy';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((own) => own?.address === '::1');

async function listen(host: string, handle: RequestListener) {
  const server = createServer(handle).listen(0, host);
  await once(server, 'listening');
  return { server, ...(server.address() as AddressInfo) };
}

describe('probeAddress', () => {
  (hasIpv6 ? it : it.skip)(
    'should call an address dead when only the way through it fails, also for an echo that is named by IPv6',
    async () => {
      const gateway = await listen('127.0.0.1', (_, response) =>
        response.writeHead(502, { 'x-proxy-error': 'UPSTREAM_FAILED' }).end(),
      );
      const paths: (string | undefined)[] = [];
      const echo = await listen('::1', ({ url }, response) => {
        paths.push(url);
        response.end('{"ip":"203.0.113.7"}');
      });
      const connection = {
        ...{ host: gateway.address, port: gateway.port, protocol: 'http' as const },
        ...{ username: 'u', password: 'p' },
      };
      const probe = () => probeAddress(connection, `http://[::1]:${echo.port}/ip?format=json`);
      try {
        expect(await probe()).toBe('dead');
        expect(paths).toEqual(['/ip?format=json']);
      } finally {
        for (const { server } of [gateway, echo]) server.close();
      }
    },
  );
});
