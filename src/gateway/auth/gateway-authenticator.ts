import type { Pool } from 'pg';
import type { ProxyKind, Credential, Place } from './credential';
import { timingSafeEqual, hash } from 'node:crypto';
import { nameCountry } from '../../common/country';
import type { ConnectionProtocol } from '../../common/gateway/gateway-messages';
import { reachesPlace } from '../../common/gateway/place-reach';
import { LiveConnection, type Peer } from '../meter/live-connection';
import type { ProxyAccount } from '../meter/proxy-account';
import type { ConnectionTally } from '../process/connection-tally';
import type { SubUserMeter } from '../meter/sub-user-meter';
import type { TargetMeter } from '../meter/target-meter';
import { ProxyError, type ProxyErrorReason } from '../proxy-error';
import type { AddressAccess } from '../access/address-access';
import type { AccountCache } from './account-cache';
import type { WrongPasswords } from './wrong-passwords';
import { parseUsername, type UsernameRequest } from './username-parser';

/** Of SHA-256, in bytes. */
const BLOCK = 64;
const DIGEST = 32;
/** Longer passwords get memory of their own. */
const USUAL_LENGTH = 256;

/**
 * HMAC-SHA256 (RFC 2104) of passwords under one key. Every new tunnel needs one: two plain hashes with the key's blocks
 * prepared cost half of `createHmac`, which makes a key object and a stream each time.
 */
export class PasswordDigest {
  readonly #inner = Buffer.alloc(BLOCK + USUAL_LENGTH);
  readonly #outer = Buffer.alloc(BLOCK + DIGEST);

  constructor(key: Buffer) {
    const short = key.length > BLOCK ? hash('sha256', key, 'buffer') : key;
    for (let i = 0; i < BLOCK; i++) {
      this.#inner[i] = (short[i] ?? 0) ^ 0x36;
      this.#outer[i] = (short[i] ?? 0) ^ 0x5c;
    }
  }

  of(password: string): Buffer {
    const length = Buffer.byteLength(password);
    const isUsual = length <= USUAL_LENGTH;
    const inner = isUsual ? this.#inner : Buffer.alloc(BLOCK + length);
    if (!isUsual) this.#inner.copy(inner, 0, 0, BLOCK);
    inner.write(password, BLOCK);
    const message = inner.subarray(0, BLOCK + length);
    this.#outer.write(hash('sha256', message, 'hex'), BLOCK, 'hex');
    message.fill(0, BLOCK);
    return hash('sha256', this.#outer, 'buffer');
  }
}

/** Notifies of each change of the price list. */
export const PRICES_CHANNEL = 'price_list';

/** Whether the shop sells traffic of a kind in a country at present; `*` are all that the price list does not name. */
export interface OffSaleCountry {
  readonly kind: ProxyKind;
  readonly country: string;
  readonly isOffSale: boolean;
}

export async function findOffSaleCountries(pool: Pool): Promise<OffSaleCountry[]> {
  const { rows } = await pool.query<OffSaleCountry>(
    `SELECT kind, country, is_off_sale AS "isOffSale" FROM gateway_off_sale`,
  );
  return rows;
}

/** Countries that no username may choose. None before the first read. */
export class OffSaleCountries {
  #isOffSale: ReadonlyMap<string, boolean> = new Map();

  replace(countries: readonly OffSaleCountry[]): void {
    this.#isOffSale = new Map(
      countries.map(({ kind, country, isOffSale }) => [`${kind} ${country}`, isOffSale]),
    );
  }

  has(kind: ProxyKind, country: string): boolean {
    return this.#isOffSale.get(`${kind} ${country}`) ?? this.#isOffSale.get(`${kind} *`) ?? false;
  }
}

/** What a username asks for, within what was bought. */
interface Scope {
  place: Place;
  /** Name of the sticky session; the proxy's own when the username names none. */
  session: string;
  ttlMinutes: number;
}

/** Authorization of a client: account, exit location and session stickiness. */
export interface Grant extends Scope {
  account: ProxyAccount;
  /** Of the password; null when it came by its address. */
  digest: Buffer | null;
  /** Whose being allowed stands in for a password. */
  allowedAddress?: string;
  /** From where the proxy's own password came. */
  provenAddress?: string;
  /** Name of the sub-user whose password it was. */
  subUser?: string;
}

/** A username that was let in, with what it was granted. */
interface Remembered {
  request: UsernameRequest;
  /** The scope is of this one; a newer one is narrowed anew. */
  credential: Credential;
  scope: Scope;
}

/** Usernames with their parameters. Only what a right password came with is remembered, so that nobody else fills it. */
const MAX_REMEMBERED = 10_000;

/** As if sent by a client that sends none. */
export const NO_CREDENTIALS: { readonly username: string; readonly password: string } = {
  username: '',
  password: '',
};

/** The client of a connection, as far as it matters for access. */
export interface ClientIdentity {
  /** Key for limits. */
  readonly address: string;
  /** Its own address, as `canonicalAddress` returns it; undefined when it is not known. */
  readonly origin: string | undefined;
}

export interface AuthenticatorOptions {
  passwordKey: Buffer;
  maxConnectionsPerProxy: number;
  tally: ConnectionTally;
  wrongPasswords: WrongPasswords;
  /** Without it everybody needs a password. */
  access?: AddressAccess;
  /** Without it no host is counted. */
  targets?: TargetMeter;
  /** Without it every country is on sale. */
  offSale?: OffSaleCountries;
}

const UNKNOWN_DIGEST = Buffer.alloc(32);

/** Authenticates clients and enforces status, quota and the connection limit per proxy. */
export class GatewayAuthenticator {
  readonly live = new Set<LiveConnection>();
  readonly #digest: PasswordDigest;
  readonly #remembered = new Map<string, Remembered>();

  constructor(
    private readonly cache: AccountCache,
    private readonly options: AuthenticatorOptions,
    private readonly onClosed: (connection: LiveConnection) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.#digest = new PasswordDigest(options.passwordKey);
  }

  /**
   * By password or, where that is wrong, by an address that the proxy's owner allows. A wrong password from there is
   * accepted like the right one, so it tells nothing and is not counted. Sub-users have limits, so they need theirs.
   */
  async authenticate(
    usernameText: string,
    password: string,
    client: ClientIdentity,
  ): Promise<Grant> {
    if (usernameText === '' && password === '') return this.#authenticateByAddress(client);
    const known = this.#remembered.get(usernameText);
    const request = known?.request ?? parseUsername(usernameText);
    const account = await this.cache.find(request.username);
    const digest = this.#digest.of(password);
    const { subUser } = request;
    const expected = account?.digestOf(subUser) ?? UNKNOWN_DIGEST;
    const matches = expected.length === digest.length && timingSafeEqual(expected, digest);
    if (account && matches) {
      const scope = this.#narrow(account, request, known);
      if (known?.scope !== scope) {
        if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
        this.#remembered.set(usernameText, { request, credential: account.credential, scope });
      }
      const { place, session, ttlMinutes } = scope;
      const provenAddress = subUser === undefined ? client.origin : undefined;
      return { account, digest, place, session, ttlMinutes, subUser, provenAddress };
    }
    if (account && !subUser && (await this.#isAllowed(client.origin, account.proxyId)))
      return this.#grantByAddress(account, request, client.origin);
    throw this.options.wrongPasswords.refuse(client.address, account?.proxyId);
  }

  /**
   * What a username asks for. The credentials are right, so a place that was not bought counts as a failure of the proxy.
   * The proxy keeps its own country when that goes off sale; nobody chooses such a country anew.
   */
  #narrow(account: ProxyAccount, request: UsernameRequest, known?: Remembered): Scope {
    const { credential } = account;
    try {
      const scope = known?.credential === credential ? known.scope : narrow(credential, request);
      const { country } = scope.place;
      if (country !== credential.country && this.options.offSale?.has(credential.kind, country))
        throw new ProxyError(
          'PLACE_NOT_INCLUDED',
          `Traffic of this kind is not on sale in ${nameCountry(country)} at present.`,
        );
      return scope;
    } catch (error) {
      if (error instanceof ProxyError) this.countFailure(account, error.reason);
      throw error;
    }
  }

  /** By an address from which exactly one active proxy may be used. */
  async #authenticateByAddress({ origin }: ClientIdentity): Promise<Grant> {
    const username = origin && (await this.options.access?.findOnlyProxy(origin));
    const account = username ? await this.cache.find(username) : null;
    if (!account) throw new ProxyError('AUTH_REQUIRED');
    return this.#grantByAddress(account, { username: account.credential.username }, origin);
  }

  #grantByAddress(account: ProxyAccount, request: UsernameRequest, allowedAddress?: string): Grant {
    return { account, digest: null, allowedAddress, ...this.#narrow(account, request) };
  }

  async #isAllowed(origin: string | undefined, proxyId: number): Promise<boolean> {
    if (origin === undefined) return false;
    return (await this.options.access?.isAllowed(origin, proxyId)) ?? false;
  }

  /** An authenticated client was refused. */
  countFailure({ proxyId }: ProxyAccount, reason: ProxyErrorReason): void {
    // The account may have been evicted since, and a batch holds one delta of each proxy.
    this.cache.get(proxyId)?.countFailure(reason);
  }

  /** What the plain username of a proxy is granted, without counting anything. */
  grantOf(account: ProxyAccount): Grant {
    const { username } = account.credential;
    return { account, digest: null, ...narrow(account.credential, { username }) };
  }

  /** Why no connection may be opened at present. */
  refusal(
    { account, digest, place, ...grant }: Grant,
    subUser?: SubUserMeter,
  ): ProxyError | undefined {
    const refusal = account.refusal(this.now()) ?? subUser?.refusal(this.now());
    if (refusal) return new ProxyError(refusal);
    if (digest && !account.digestOf(grant.subUser)?.equals(digest))
      return new ProxyError('AUTH_FAILED');
    // A renewal elsewhere may have ended what the username was granted.
    if (!reachesPlace(account.credential.reach, place)) return new ProxyError('PLACE_NOT_INCLUDED');
    const { tally, maxConnectionsPerProxy } = this.options;
    return account.connections.size + tally.elsewhere(toKey(account)) < maxConnectionsPerProxy
      ? undefined
      : new ProxyError(
          'TOO_MANY_CONNECTIONS',
          `This proxy has ${maxConnectionsPerProxy} connections open, which is the most it may have.`,
        );
  }

  /** Opens a connection slot for one tunnel or request; the caller closes it. */
  open(grant: Grant, protocol: ConnectionProtocol, peer?: Peer): LiveConnection {
    const { account, digest, session, place, allowedAddress, provenAddress } = grant;
    // The account may have been evicted since authentication; bytes counted on it would never be flushed.
    if (!this.cache.holds(account)) throw new ProxyError('UNAVAILABLE');
    const subUser = grant.subUser === undefined ? undefined : account.subUser(grant.subUser);
    const refusal = this.refusal(grant, subUser);
    if (refusal) throw refusal;
    const { tally, access, targets } = this.options;
    const key = toKey(account);
    const onClosed = (closed: LiveConnection) => {
      this.live.delete(closed);
      if (allowedAddress !== undefined) access?.unwatch(closed, allowedAddress);
      targets?.unwatch(closed);
      tally.set(key, account.connections.size);
      this.onClosed(closed);
    };
    const connection = new LiveConnection(
      ...([account, digest, protocol, onClosed, session, peer, subUser, place] as const),
    );
    account.connections.add(connection);
    tally.set(key, account.connections.size);
    account.countRequest(connection, account.connections.size + tally.elsewhere(key));
    this.live.add(connection);
    if (allowedAddress !== undefined) access?.watch(connection, allowedAddress);
    if (provenAddress !== undefined) access?.proofs.prove(provenAddress, account.proxyId);
    targets?.watch(connection);
    return connection;
  }
}

const toKey = ({ proxyId }: ProxyAccount): string => `proxy ${proxyId}`;

function narrow(credential: Credential, request: UsernameRequest): Scope {
  const { country } = credential;
  const asked = request.country === 'zz' ? undefined : request.country;
  const wished = {
    country: asked ?? country,
    region: request.region ?? credential.region,
    city: request.city ?? credential.city,
    isp: request.isp ?? credential.isp,
  };
  if (!reachesPlace(credential.reach, wished))
    throw new ProxyError(
      'PLACE_NOT_INCLUDED',
      'The traffic of this proxy was not bought for this place. See the page of the proxy for what it costs.',
    );
  if (asked !== undefined && country !== 'zz' && asked !== country)
    throw new ProxyError('AUTH_FAILED', `This proxy was bought for ${country} and stays there.`);
  return {
    place: {
      country: asked ?? country,
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
