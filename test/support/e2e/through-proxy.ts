import { curl, type CurlResult } from '../../medium/gateway/curl';
import type { PlatformFixture } from '../processes';
import type { BoughtProxy } from './customer';

/** Ways to configure curl's proxy. */
export type Way = 'http' | 'connect' | 'socks5';

export const WAYS: readonly Way[] = ['http', 'connect', 'socks5'];

/** The real curl through a bought proxy. @param tail more of the username, such as `-session-abc` */
export function throughProxy(
  platform: PlatformFixture,
  proxy: BoughtProxy,
  {
    way = 'http',
    tail = '',
    url,
    args = [],
  }: { way?: Way; tail?: string; url: string; args?: string[] },
): Promise<CurlResult> {
  const login = `${proxy.username}${tail}:${proxy.password}`;
  const http = `http://${login}@localhost:${platform.gatewayHttpPort}`;
  const socks = `socks5h://${login}@localhost:${platform.gatewaySocksPort}`;
  const by = { http: ['-x', http], connect: ['-p', '-x', http], socks5: ['-x', socks] };
  return curl(...by[way], ...args, url);
}

/** The address the echo service sees its caller come from. @throws Error with what curl said. */
export async function getExitAddress(
  platform: PlatformFixture,
  proxy: BoughtProxy,
  how: { way?: Way; tail?: string } = {},
): Promise<string> {
  const url = `${platform.apiUrl}/sandbox/echo`;
  const result = await throughProxy(platform, proxy, { ...how, url });
  if (result.code !== 0 || result.status !== 200)
    throw new Error(`curl ended with ${result.code}, status ${result.status}:\n${result.stderr}`);
  return (JSON.parse(result.stdout) as { ip: string }).ip;
}
