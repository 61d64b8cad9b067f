import type { Socket } from 'node:net';
import type { Grant } from '../auth/gateway-authenticator';
import type { ExitDirectory } from '../exits/exit-directory';
import type { ChosenExit, ExitSelector } from '../exits/exit-selector';
import type { NetworkMeter } from '../networks/network-meter';
import type { NetworkAccounts } from '../networks/network-accounts';
import { ProxyError } from '../proxy-error';
import type { Dialer } from './dialer';
import { RecentDials } from './recent-dials';
import type { VettedTarget } from './target-guard';
import { type NetworkFailure, UpstreamRefusal } from './upstream';

/** Over all exits together; the dial timeout holds for all of them too. */
const MAX_DIALS = 5;
/** Not the customer's limit, so no `TOO_MANY_CONNECTIONS`. */
const ALL_IN_USE =
  'All connections to this location are in use at the moment. Try again in a moment.';

export interface Dialed {
  socket: Socket;
  /** The exit that it leaves from, which need not be the one that was asked for. */
  chosen: ChosenExit;
}

/** One attempt at a connection. */
interface Attempt {
  readonly deadline: number;
  readonly tried: Set<number>;
  readonly renewed: Set<number>;
  /** Networks whose failure may be the target's fault, and whether they timed out. */
  readonly suspects: Map<number, { timedOut: boolean }>;
  /** What the customer is told if no exit helps. */
  refusal: ProxyError | undefined;
}

/**
 * Dials, and goes on with another exit of the place when a network fails. That happens before a byte of the customer is
 * sent or charged, so nothing is sent or paid twice.
 *
 * - The provider refuses our account, or its gateway is unreachable: the breaker of the network opens everywhere.
 * - It has no address in the place: its breaker opens there.
 * - It does not allow the target: the customer is told, and the network is as good as before.
 * - Anything else may be the target's fault. The network is asked once more with another session, then others are; only
 *   if one of them reaches the target does it count against it.
 */
export class FailoverDialer {
  readonly recent = new RecentDials();

  constructor(
    private readonly dialer: Dialer,
    private readonly selector: ExitSelector,
    private readonly directory: ExitDirectory,
    private readonly accounts: Pick<NetworkAccounts, 'refused' | 'accepted'>,
    private readonly meter: NetworkMeter,
  ) {}

  /** @param signal gives up, which is nobody's failure. */
  async dial(
    grant: Grant,
    target: VettedTarget,
    first: ChosenExit,
    signal: AbortSignal,
  ): Promise<Dialed> {
    const attempt: Attempt = {
      deadline: Date.now() + this.dialer.timeoutMs,
      ...{ tried: new Set(), renewed: new Set(), suspects: new Map(), refusal: undefined },
    };
    let chosen = first;
    for (let dials = 1; ; dials++) {
      chosen = this.#avoidFull(grant, chosen, attempt);
      const startedAt = performance.now();
      const record = (error: string | null) =>
        this.recent.record(grant, chosen.exit.id, performance.now() - startedAt, error);
      if (chosen.exit.network) this.directory.recordAttempt(chosen.exit.id, grant.place);
      try {
        const socket = await this.#dialOne(grant, target, chosen, attempt, signal);
        this.#succeed(grant, chosen, attempt, performance.now() - startedAt);
        record(null);
        return { socket, chosen };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ProxyError)
          record(error instanceof UpstreamRefusal ? error.failure : error.reason);
        const next = this.#next(grant, chosen, attempt, error);
        if (!next || dials >= MAX_DIALS || Date.now() >= attempt.deadline)
          throw attempt.refusal ?? error;
        chosen = next;
      }
    }
  }

  /** A network with as many connections as it may have is no failure: others serve this one. */
  #avoidFull(grant: Grant, first: ChosenExit, attempt: Attempt): ChosenExit {
    let chosen = first;
    while (chosen.exit.network && this.meter.isFull(-chosen.exit.id)) {
      attempt.tried.add(chosen.exit.id);
      const next = this.#chooseOther(grant, attempt.tried);
      if (!next) throw attempt.refusal ?? new ProxyError('NO_EXIT', ALL_IN_USE);
      chosen = next;
    }
    return chosen;
  }

  async #dialOne(
    grant: Grant,
    target: VettedTarget,
    chosen: ChosenExit,
    attempt: Attempt,
    signal: AbortSignal,
  ): Promise<Socket> {
    const { exit } = chosen;
    const timeoutMs = this.#share(grant, chosen, attempt);
    if (!exit.network) return this.dialer.dial(target, chosen, timeoutMs, undefined, signal);
    const tunnel = this.meter.open(-exit.id, grant.account.proxyId, grant.place);
    try {
      return await this.dialer.dial(target, chosen, timeoutMs, tunnel, signal);
    } catch (error) {
      tunnel.end();
      throw error;
    }
  }

  /** Half of what is left while there are others to ask, so that a network that does not answer does not use up all the time. */
  #share(grant: Grant, { exit }: ChosenExit, { deadline }: Attempt): number {
    const left = Math.max(1, deadline - Date.now());
    if (!exit.network || grant.account.credential.exitNodeId !== null) return left;
    const all = this.directory.find(grant.account.credential.kind, grant.place);
    return all.length > 1 ? Math.ceil(left / 2) : left;
  }

  #succeed({ place }: Grant, { exit }: ChosenExit, { suspects }: Attempt, ms: number): void {
    for (const [id, { timedOut }] of suspects)
      if (id !== exit.id)
        if (timedOut) this.directory.trip(id, place);
        else this.directory.recordError(id, place);
    if (!exit.network) return;
    this.directory.recordSuccess(exit.id, place, ms);
    this.accounts.accepted(-exit.id);
  }

  /** @returns the exit to try next; undefined when the customer is to be told. */
  #next(grant: Grant, chosen: ChosenExit, attempt: Attempt, error: unknown) {
    if (!(error instanceof ProxyError)) throw error;
    const { exit } = chosen;
    if (!exit.network) {
      if (error.reason === 'UPSTREAM_FAILED') this.directory.trip(exit.id, grant.place);
      if (error.reason !== 'UPSTREAM_FAILED' || !attempt.refusal) attempt.refusal = error;
      return undefined;
    }
    const failure = toFailure(error);
    this.meter.fail(-exit.id, failure);
    // That our account is refused says nothing about the target or the place; another reason does.
    if (error.reason !== 'UPSTREAM_FAILED' || !attempt.refusal) attempt.refusal = error;
    if (failure === 'target') {
      this.directory.recordSuccess(exit.id, grant.place, 0);
      return undefined;
    }
    if (failure === 'our_account') this.accounts.refused(-exit.id);
    if (failure === 'our_account' || failure === 'unreachable') this.directory.trip(exit.id);
    else if (failure === 'place_empty') this.directory.trip(exit.id, grant.place);
    else attempt.suspects.set(exit.id, { timedOut: failure === 'silent' });
    if (failure === 'retry' && !attempt.renewed.has(exit.id)) {
      attempt.renewed.add(exit.id);
      return this.selector.renewSession(chosen, grant);
    }
    attempt.tried.add(exit.id);
    return this.#chooseOther(grant, attempt.tried);
  }

  #chooseOther(grant: Grant, tried: ReadonlySet<number>): ChosenExit | undefined {
    if (grant.account.credential.exitNodeId !== null) return undefined;
    try {
      return this.selector.choose(grant, tried);
    } catch (error) {
      if (error instanceof ProxyError) return undefined;
      throw error;
    }
  }
}

/** `silent`, as stored: it took the connection and did not answer in time, which another session would not change. */
function toFailure(error: ProxyError): NetworkFailure | 'silent' {
  if (error instanceof UpstreamRefusal) return error.failure;
  return error.reason === 'TARGET_TIMEOUT' ? 'silent' : 'retry';
}
