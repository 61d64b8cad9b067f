import { curl, type CurlResult } from '../../medium/gateway/curl';
import type { PlatformFixture } from '../processes';
import type { BoughtProxy } from './customer';

/** How curl connects to the proxy. */
export type ProxyMode = 'http' | 'connect' | 'socks5';

export const PROXY_MODES: readonly ProxyMode[] = ['http', 'connect', 'socks5'];

/** Runs curl through a bought proxy. @param usernameSuffix parameters in the username, such as `-session-abc` */
export function curlThroughProxy(
  platform: PlatformFixture,
  proxy: BoughtProxy,
  {
    mode = 'http',
    usernameSuffix = '',
    url,
    args = [],
  }: { mode?: ProxyMode; usernameSuffix?: string; url: string; args?: string[] },
): Promise<CurlResult> {
  const login = `${proxy.username}${usernameSuffix}:${proxy.password}`;
  const http = `http://${login}@localhost:${platform.gatewayHttpPort}`;
  const socks = `socks5h://${login}@localhost:${platform.gatewaySocksPort}`;
  const proxyArgs = { http: ['-x', http], connect: ['-p', '-x', http], socks5: ['-x', socks] };
  return curl(...proxyArgs[mode], ...args, url);
}

/** The client address that the echo service sees. @throws Error with the output of curl. */
export async function getExitAddress(
  platform: PlatformFixture,
  proxy: BoughtProxy,
  options: { mode?: ProxyMode; usernameSuffix?: string } = {},
): Promise<string> {
  const url = `${platform.apiUrl}/sandbox/echo`;
  const result = await curlThroughProxy(platform, proxy, { ...options, url });
  if (result.code !== 0 || result.status !== 200)
    throw new Error(`curl exited with ${result.code}, status ${result.status}:\n${result.stderr}`);
  return (JSON.parse(result.stdout) as { ip: string }).ip;
}
