import { randomBytes } from 'node:crypto';
import type { Grant } from '../auth/gateway-authenticator';
import { type PlaceReach, reachesPlace } from '../../common/gateway/place-reach';
import { isInexpressible } from '../../common/dialects/dialect';
import { MINUTE } from '../../common/time/clock';
import { ProxyError } from '../proxy-error';
import { type Exit, type UpstreamProxy, withSession } from './exit';
import { setBounded } from '../bounded-map';
import type { ExitDirectory } from './exit-directory';
import { toNetworkUpstream } from './network-exit';
import { chooseStep, toFraction, toToken, WeightedPool } from './weighted-choice';
import type { StockUnits } from './exit-source';

export interface ChosenExit {
  exit: Exit;
  /** Local address to bind; null is the machine's default. */
  localAddress: string | null;
  /** 16 letters and digits: the same as long as the exit should stay the same. */
  stickyToken: string;
  /** With the credentials of this connection; null connects from this machine. */
  upstream: UpstreamProxy | null;
}

/** What a connection would leave through. */
export interface ExitPreview {
  readonly candidates: readonly Exit[];
  /** Null when each connection has another one. */
  readonly chosen: Exit | null;
  /** When the choice ends by itself, in milliseconds since 1970. */
  readonly until: number | null;
}

interface Choice {
  exit: Exit;
  stickyToken: string;
}

/** The current choice of a session: recomputed when its step or the list of exits changes. */
interface Remembered extends Choice {
  /** When the session's windows begin, as a fraction of its TTL. */
  phase: number;
  step: number;
}

const MAX_REMEMBERED = 100_000;

/**
 * Chooses the exit of a connection.
 *
 * - A dedicated proxy has one exit and one address, always.
 * - ttl 0: a function of (proxy, session, place), the same on every gateway, before and after a restart.
 * - ttl n: the same with the number of the n-minute window, so it changes every n minutes, to another exit
 *   where there is a choice. The phase of the windows differs between sessions.
 *   A rotation by request continues the same sequence of exits one step earlier.
 * - ttl -1: at random by weight, another one than the last where there is a choice. A network is a choice of its own:
 *   it gives another address without a session.
 *
 * While the breaker of an exit is open, its sessions, and only they, use the next in rank.
 */
export class ExitSelector {
  readonly #last = new Map<number, number>();
  /** Caches by list of exits, since the directory returns a new list on change. */
  readonly #pools = new WeakMap<readonly Exit[], WeightedPool<Exit>>();
  readonly #remembered = new WeakMap<readonly Exit[], Map<string, Remembered>>();
  readonly #within = new WeakMap<readonly Exit[], Map<string, readonly Exit[]>>();
  /** A reach can list every country, so its text is made once, not per connection. */
  readonly #reachTexts = new WeakMap<PlaceReach, string>();

  constructor(
    private readonly directory: ExitDirectory,
    private readonly now: () => number = Date.now,
    private readonly random: () => number = Math.random,
  ) {}

  /** @param tried exits that have failed for this connection. */
  choose(grant: Grant, tried?: ReadonlySet<number>): ChosenExit {
    const { credential } = grant.account;
    if (credential.exitNodeId !== null) {
      const exit = this.directory.get(credential.exitNodeId);
      if (!exit) throw new ProxyError('NO_EXIT', 'The address of this proxy is out of service.');
      if (exit.units) return chooseUnit(exit, exit.units, grant);
      const localAddress = exit.upstream ? null : (credential.exitAddress ?? exit.localAddress);
      const stickyToken = toToken(toSessionKey(grant));
      return { exit, localAddress, stickyToken, upstream: toUpstream(exit, grant, stickyToken) };
    }
    const choice = tried ? this.#chooseUntried(grant, tried) : this.#chooseFromPool(grant);
    return toChosen(choice, grant);
  }

  /** What `choose` would choose, and among what; decides nothing. @throws ProxyError as `choose` does. */
  preview(grant: Grant): ExitPreview {
    const { ttlMinutes } = grant;
    const isDedicated = grant.account.credential.exitNodeId !== null;
    if (!isDedicated && ttlMinutes < 0) {
      const candidates = this.#find(grant);
      if (candidates.length === 0) throw new ProxyError('NO_EXIT');
      return { candidates, chosen: null, until: null };
    }
    const { exit: chosen } = this.choose(grant);
    if (isDedicated || ttlMinutes === 0)
      return { candidates: isDedicated ? [chosen] : this.#find(grant), chosen, until: null };
    const phase = toFraction(toSessionKey(grant));
    const until = (this.#getWindow(ttlMinutes, phase) + 1 - phase) * ttlMinutes * MINUTE;
    return { candidates: this.#find(grant), chosen, until };
  }

  /** The same exit with another session: the same one every time, so that a session that was lost has one successor. */
  renewSession({ exit, stickyToken }: ChosenExit, grant: Grant): ChosenExit {
    return toChosen({ exit, stickyToken: toToken(`${stickyToken}|renewed`) }, grant);
  }

  /** As from the pool, so that all gateways move the sessions of a failed network alike. */
  #chooseUntried(grant: Grant, tried: ReadonlySet<number>): Choice {
    const { place, account } = grant;
    const untried = ({ id }: Exit) => !tried.has(id);
    const available = this.#findAvailable(grant).filter(
      (exit) => untried(exit) && !this.directory.isOpen(exit.id, place),
    );
    const left = available.length > 0 ? available : this.#find(grant).filter(untried);
    if (left.length === 0) throw new ProxyError('NO_EXIT');
    return grant.ttlMinutes < 0
      ? this.#chooseRandom(left, account.proxyId)
      : this.#chooseSticky(left, grant);
  }

  #chooseFromPool(grant: Grant): Choice {
    const { place, account } = grant;
    const all = this.#find(grant);
    if (all.length === 0) throw new ProxyError('NO_EXIT');
    if (grant.ttlMinutes < 0)
      return this.#chooseRandom(this.#findAvailable(grant), account.proxyId);
    const choice = this.#chooseSticky(all, grant);
    return this.directory.isOpen(choice.exit.id, place)
      ? this.#chooseSticky(this.#findAvailable(grant), grant)
      : choice;
  }

  #find(grant: Grant): readonly Exit[] {
    const { kind } = grant.account.credential;
    return this.#filterReached(this.directory.find(kind, grant.place), grant);
  }

  #findAvailable(grant: Grant): readonly Exit[] {
    const { kind } = grant.account.credential;
    const available = this.#filterReached(this.directory.findAvailable(kind, grant.place), grant);
    return available.length > 0 ? available : this.#find(grant);
  }

  /**
   * A random place leaves in no country that the traffic was not sold for. A network chooses its country by itself, so it
   * is used if all of those that it sells are reached, and with no part that only the username names. The same list until
   * an exit changes.
   */
  #filterReached(exits: readonly Exit[], { account, place }: Grant): readonly Exit[] {
    const { reach, region, city, isp } = account.credential;
    if (place.country !== 'zz' || reach === null) return exits;
    const lists = this.#within.get(exits) ?? new Map<string, readonly Exit[]>();
    this.#within.set(exits, lists);
    const text = this.#reachTexts.get(reach) ?? JSON.stringify(reach);
    this.#reachTexts.set(reach, text);
    const isOwn = region === place.region && city === place.city && isp === place.isp;
    const key = `${isOwn} ${text}`;
    const known = lists.get(key);
    if (known) return known;
    const isReached = (country: string) => reachesPlace(reach, { ...place, country });
    const within = exits.filter(({ network, country }) =>
      network ? isOwn && (network.account.countries ?? []).every(isReached) : isReached(country),
    );
    const list = within.length < exits.length ? within : exits;
    setBounded(lists, key, list, MAX_REMEMBERED);
    return list;
  }

  /** Remembered: hashing over every exit of a country is the most expensive part of a request. */
  #chooseSticky(candidates: readonly Exit[], grant: Grant): Choice {
    const remembered = this.#remembered.get(candidates) ?? new Map<string, Remembered>();
    this.#remembered.set(candidates, remembered);
    const key = toSessionKey(grant);
    const known = remembered.get(key);
    const phase = known?.phase ?? toFraction(key);
    const rotations = grant.account.credential.rotations.get(grant.session) ?? 0;
    const step = this.#getWindow(grant.ttlMinutes, phase) + rotations;
    if (known?.step === step) return known;
    const exit = chooseStep(candidates, key, step);
    const choice = { exit, stickyToken: toToken(`${key}|${step}`), phase, step };
    setBounded(remembered, key, choice, MAX_REMEMBERED);
    return choice;
  }

  #getWindow(ttlMinutes: number, phase: number): number {
    return ttlMinutes === 0 ? 0 : Math.floor(this.now() / (ttlMinutes * MINUTE) + phase);
  }

  #chooseRandom(candidates: readonly Exit[], proxyId: number): Choice {
    const pool = this.#pools.get(candidates) ?? new WeightedPool(candidates);
    this.#pools.set(candidates, pool);
    const exit = pool.draw(this.random(), this.#last.get(proxyId));
    // A network gives another address each time, so it may be drawn again.
    if (exit.network) this.#last.delete(proxyId);
    else setBounded(this.#last, proxyId, exit.id, MAX_REMEMBERED);
    return { exit, stickyToken: randomBytes(8).toString('hex') };
  }
}

const toChosen = ({ exit, stickyToken }: Choice, grant: Grant): ChosenExit => ({
  ...{ exit, stickyToken, localAddress: exit.localAddress },
  upstream: toUpstream(exit, grant, stickyToken),
});

/** The token holds the address: what is open through a unit that was replaced is not used again. */
function chooseUnit(exit: Exit, units: StockUnits, grant: Grant): ChosenExit {
  const { exitAddress } = grant.account.credential;
  const upstream = exitAddress === null ? undefined : units.find(exitAddress);
  if (!upstream) throw new ProxyError('NO_EXIT', 'The address of this proxy is out of service.');
  const stickyToken = toToken(`${toSessionKey(grant)}|${exitAddress}`);
  return { exit, localAddress: null, stickyToken, upstream };
}

function toUpstream(exit: Exit, grant: Grant, stickyToken: string): UpstreamProxy | null {
  const { network, upstream } = exit;
  const { place, ttlMinutes, account } = grant;
  if (network)
    try {
      return toNetworkUpstream(network, {
        ...{ place, ttlMinutes, stickyToken },
        proxyId: account.proxyId,
      });
    } catch (error) {
      throw isInexpressible(error) ? new ProxyError('NO_EXIT') : error;
    }
  return upstream && withSession(upstream, stickyToken);
}

/** With the place, so that a session of one place never keeps the exit, or the upstream's session, of another. */
function toSessionKey({ account, session, place, ttlMinutes }: Grant): string {
  const { country, region, city, isp } = place;
  const where = [country, region, city, isp].map((part) => part?.toLowerCase() ?? '').join('|');
  return `${account.proxyId}|${session}|${where}|${ttlMinutes}`;
}
