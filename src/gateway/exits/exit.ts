import type { ProxyKind } from '../auth/credential';
import type { UpstreamProtocol, RefusalRule } from '../../common/dialects/dialect';
import type { NetworkExit } from './network-exit';
import type { StockUnits } from './exit-source';

/** An upstream proxy with plaintext credentials: never log it. */
export interface UpstreamProxy {
  protocol: UpstreamProtocol;
  host: string;
  port: number;
  username: string;
  password: string;
  /** What the refusals of a provider mean; none for a proxy of staff's own. */
  refusals?: readonly RefusalRule[];
}

/** One enabled row of the view `gateway_exit` or, with `network`, of `gateway_network`. */
export interface Exit {
  id: number;
  kind: ProxyKind;
  country: string;
  region: string | null;
  city: string | null;
  isp: string | null;
  /** Null: the machine's default address. */
  localAddress: string | null;
  /** Null: connects from this machine. */
  upstream: UpstreamProxy | null;
  weight: number;
  /** Set when it is a provider's gateway, which has places and addresses of its own. */
  network?: NetworkExit;
  /** Upstreams of the dedicated addresses of a datacenter of a provider. */
  units?: StockUnits;
  /** A sandbox exit: its address is a loopback address visible to the echo service only. */
  simulated: boolean;
}

/** Its credentials for one session of the provider. */
export function withSession(upstream: UpstreamProxy, token: string): UpstreamProxy {
  const fill = (text: string) => text.replaceAll('{session}', token);
  return { ...upstream, username: fill(upstream.username), password: fill(upstream.password) };
}

/**
 * Reads `http://user:pass@host:port`, `socks5://…` or `socks5h://…`.
 * In username and password `{session}` is replaced by the sticky session's token, for providers that
 * keep an exit per session name. An error does not repeat the text, which has a password.
 */
export function parseUpstreamUrl(text: string): UpstreamProxy {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new Error('The upstream address is not a URL');
  }
  const protocol = url.protocol === 'http:' ? 'http' : /^socks5h?:$/.test(url.protocol) && 'socks5';
  if (!protocol) throw new Error(`Upstreams of the kind ${url.protocol} are not known`);
  return {
    protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (protocol === 'http' ? 80 : 1080),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}
