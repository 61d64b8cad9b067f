import { createHmac, timingSafeEqual } from 'node:crypto';
import { LiveConnection, type Peer, type Protocol } from '../meter/live-connection';
import type { ProxyAccount } from '../meter/proxy-account';
import type { ConnectionTally } from '../process/connection-tally';
import { ProxyError } from '../proxy-error';
import type { AccountCache } from './account-cache';
import type { Credential, Place } from './credential';
import type { WrongPasswords } from './wrong-passwords';
import { parseUsername, type UsernameRequest } from './username-parser';

/** Authorization of a client: account, exit location and session stickiness. */
export interface Grant {
  account: ProxyAccount;
  digest: Buffer;
  place: Place;
  /** Name of the sticky session; the proxy's own when the username names none. */
  session: string;
  ttlMinutes: number;
}

export interface AuthenticatorOptions {
  passwordKey: Buffer;
  maxConnectionsPerProxy: number;
  tally: ConnectionTally;
  wrongPasswords: WrongPasswords;
}

const UNKNOWN_DIGEST = Buffer.alloc(32);

/** Authenticates clients and enforces status, quota and the connection limit per proxy. */
export class GatewayAuthenticator {
  readonly live = new Set<LiveConnection>();

  constructor(
    private readonly cache: AccountCache,
    private readonly options: AuthenticatorOptions,
    private readonly onClosed: (connection: LiveConnection) => void,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * @param address key of the client for limits.
   * @throws ProxyError AUTH_FAILED, TOO_MANY_ATTEMPTS or UNAVAILABLE.
   */
  async authenticate(usernameText: string, password: string, address: string): Promise<Grant> {
    const request = parseUsername(usernameText);
    const account = await this.cache.find(request.username);
    const digest = createHmac('sha256', this.options.passwordKey).update(password).digest();
    const expected = account?.credential.digest ?? UNKNOWN_DIGEST;
    const matches = expected.length === digest.length && timingSafeEqual(expected, digest);
    if (!account || !matches) throw this.options.wrongPasswords.refuse(address, account?.proxyId);
    return { account, digest, ...narrow(account.credential, request) };
  }

  /**
   * Opens a connection slot for one tunnel or request; the caller closes it.
   * @throws ProxyError when the proxy is suspended, expired, exhausted, changed, evicted or at its connection limit.
   */
  open(grant: Grant, protocol: Protocol, peer?: Peer): LiveConnection {
    const { account, digest, session } = grant;
    // The account may have been evicted since authentication; bytes counted on it would never be flushed.
    if (!this.cache.holds(account)) throw new ProxyError('UNAVAILABLE');
    const refusal = account.refusal(this.now());
    if (refusal) throw new ProxyError(refusal);
    if (!account.credential.digest.equals(digest)) throw new ProxyError('AUTH_FAILED');
    const { tally, maxConnectionsPerProxy } = this.options;
    const key = `proxy ${account.proxyId}`;
    if (account.connections.size + tally.elsewhere(key) >= maxConnectionsPerProxy)
      throw new ProxyError(
        'TOO_MANY_CONNECTIONS',
        `This proxy has ${maxConnectionsPerProxy} connections open, which is the most it may have.`,
      );
    const onClosed = (closed: LiveConnection) => {
      this.live.delete(closed);
      tally.set(key, account.connections.size);
      this.onClosed(closed);
    };
    const connection = new LiveConnection(account, digest, protocol, onClosed, session, peer);
    account.connections.add(connection);
    tally.set(key, account.connections.size);
    account.countRequest();
    this.live.add(connection);
    return connection;
  }
}

function narrow(
  credential: Credential,
  request: UsernameRequest,
): Omit<Grant, 'account' | 'digest'> {
  const { country } = credential;
  if (
    request.country &&
    request.country !== 'zz' &&
    country !== 'zz' &&
    request.country !== country
  )
    throw new ProxyError('AUTH_FAILED', `This proxy was bought for ${country} and stays there.`);
  const wanted = request.country === undefined || request.country === 'zz';
  return {
    place: {
      country: wanted ? country : (request.country ?? country),
      region: narrowField('region', credential.region, request.region),
      city: narrowField('city', credential.city, request.city),
      isp: narrowField('isp', credential.isp, request.isp),
    },
    session: request.session ?? credential.sessionId,
    ttlMinutes: request.ttlMinutes ?? credential.ttlMinutes,
  };
}

function narrowField(
  name: string,
  bought: string | null,
  requested: string | undefined,
): string | null {
  if (requested === undefined) return bought;
  if (bought !== null && bought.toLowerCase() !== requested.toLowerCase())
    throw new ProxyError('AUTH_FAILED', `This proxy was bought for another ${name}.`);
  return bought ?? requested;
}
