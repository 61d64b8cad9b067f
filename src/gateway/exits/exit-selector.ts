import { createHash, randomBytes } from 'node:crypto';
import type { Grant } from '../auth/gateway-authenticator';
import { MINUTE } from '../../common/time/clock';
import { ProxyError } from '../proxy-error';
import type { Exit } from './exit';
import type { ExitDirectory } from './exit-directory';

export interface ChosenExit {
  exit: Exit;
  /** Local address to bind; null is the machine's default. */
  localAddress: string | null;
  /** 16 letters and digits: the same as long as the exit should stay the same. */
  stickyToken: string;
}

interface Pin {
  exitId: number;
  until: number;
  token: string;
}

interface Choice {
  exit: Exit;
  stickyToken: string;
}

const MAX_PINS = 100_000;

/**
 * Chooses the exit of a connection.
 *
 * - A dedicated proxy has one exit and one address, always.
 * - ttl 0: weighted rendezvous hashing over (proxy, session), so that every gateway chooses the same
 *   one, before and after a restart, and a vanished exit moves only its own sessions.
 * - ttl -1: at random by weight, another one than the last where there is a choice.
 * - ttl n: at random, then kept for n minutes from the first use.
 */
export class ExitSelector {
  readonly #pins = new Map<string, Pin>();
  readonly #last = new Map<number, number>();
  /** Cached hashing result for this exit list; the directory returns a new list on change. */
  readonly #choices = new WeakMap<readonly Exit[], Map<string, Choice>>();

  constructor(
    private readonly directory: ExitDirectory,
    private readonly now: () => number = Date.now,
    private readonly random: () => number = Math.random,
  ) {}

  /** @throws ProxyError NO_EXIT. */
  choose(grant: Grant): ChosenExit {
    const { credential } = grant.account;
    if (credential.exitNodeId !== null) {
      const exit = this.directory.get(credential.exitNodeId);
      if (!exit) throw new ProxyError('NO_EXIT', 'The address of this proxy is out of service.');
      const localAddress = exit.upstream ? null : (credential.exitAddress ?? exit.localAddress);
      return { exit, localAddress, stickyToken: token(sessionKey(grant)) };
    }
    const candidates = this.directory.find(credential.kind, grant.place);
    if (candidates.length === 0) throw new ProxyError('NO_EXIT');
    const { exit, stickyToken } = this.#among(candidates, grant);
    return { exit, localAddress: exit.localAddress, stickyToken };
  }

  #among(candidates: readonly Exit[], grant: Grant): Choice {
    if (grant.ttlMinutes === 0) return this.#settled(candidates, sessionKey(grant));
    if (grant.ttlMinutes < 0) {
      const exit = this.#another(candidates, this.#last.get(grant.account.proxyId));
      setBounded(this.#last, grant.account.proxyId, exit.id);
      return { exit, stickyToken: randomBytes(8).toString('hex') };
    }
    return this.#pinned(candidates, grant);
  }

  /** Cached: hashing over every exit of a country is the most expensive part of a request. */
  #settled(candidates: readonly Exit[], key: string): Choice {
    const choices = this.#choices.get(candidates) ?? new Map<string, Choice>();
    this.#choices.set(candidates, choices);
    const known = choices.get(key);
    if (known) return known;
    const choice = { exit: rendezvous(candidates, key), stickyToken: token(key) };
    setBounded(choices, key, choice);
    return choice;
  }

  #pinned(candidates: readonly Exit[], grant: Grant): Choice {
    const { place, ttlMinutes } = grant;
    const key = `${sessionKey(grant)}|${place.country}|${place.region}|${place.city}|${place.isp}|${ttlMinutes}`;
    const pin = this.#pins.get(key);
    const isCurrent = pin !== undefined && pin.until > this.now();
    const kept = isCurrent && candidates.find((exit) => exit.id === pin.exitId);
    if (kept) return { exit: kept, stickyToken: pin.token };
    const exit = this.#another(candidates, pin?.exitId);
    const fresh: Pin = {
      exitId: exit.id,
      until: isCurrent ? pin.until : this.now() + ttlMinutes * MINUTE,
      token: randomBytes(8).toString('hex'),
    };
    setBounded(this.#pins, key, fresh);
    return { exit, stickyToken: fresh.token };
  }

  #another(candidates: readonly Exit[], lastId: number | undefined): Exit {
    const others = lastId === undefined ? candidates : candidates.filter((e) => e.id !== lastId);
    const pool = others.length > 0 ? others : candidates;
    let point = this.random() * pool.reduce((sum, exit) => sum + exit.weight, 0);
    for (const exit of pool) if ((point -= exit.weight) < 0) return exit;
    return pool[pool.length - 1] as Exit;
  }
}

/** Bounds a map by evicting the oldest entry. */
function setBounded<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  if (map.size >= MAX_PINS) map.delete(map.keys().next().value as K);
  map.set(key, value);
}

const sessionKey = (grant: Grant) => `${grant.account.proxyId}|${grant.session}`;
const token = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 16);

/** Highest weighted score wins (-w / ln u, "logarithmic method"); u from a hash of key and exit. */
function rendezvous(candidates: readonly Exit[], key: string): Exit {
  const digest = createHash('sha256').update(key).digest();
  const [a, b] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
  let best = candidates[0] as Exit;
  let bestScore = -Infinity;
  for (const exit of candidates) {
    const u = (mix(mix(a ^ Math.imul(exit.id, 0x9e3779b1)) ^ b) + 0.5) / 2 ** 32;
    const score = -exit.weight / Math.log(u);
    if (score > bestScore) [best, bestScore] = [exit, score];
  }
  return best;
}

/** The finalizer of MurmurHash3: every input bit reaches every output bit. */
function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
