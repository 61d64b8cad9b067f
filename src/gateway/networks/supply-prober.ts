import type { Fakeable } from '../gateway-options';
import { type ProbeOutcome, inconclusive } from '../../common/gateway/gateway-messages';
import { type Exit, withSession } from '../exits/exit';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import {
  NETWORK_COLUMNS,
  type NetworkRow,
  toNetworkExit,
  PlaceTables,
  toNetworkUpstream,
} from '../exits/network-exit';
import { randomBytes } from 'node:crypto';
import { EchoError, fetchEcho } from '../../common/net/fetch-echo';
import { SECOND } from '../../common/time/clock';
import type { ExitDirectory } from '../exits/exit-directory';
import type { ChosenExit } from '../exits/exit-selector';
import type { NetworkMeter } from './network-meter';
import type { Dialer } from '../net/dialer';
import type { TargetGuard, VettedTarget } from '../net/target-guard';
import { type NetworkFailure, UpstreamRefusal } from '../net/upstream';
import { ProxyError } from '../proxy-error';

/** One exit or network that the API or a worker wants to know about. */
export interface ProbeTask {
  /** An exit by its id, or a network, which may be disabled. */
  readonly subject: number | Exit;
  /** ISO code in lower case; null for any country. */
  readonly country: string | null;
}

type Row = { exitNodeId: number | null; country: string | null } & (
  | NetworkRow
  | { [K in keyof NetworkRow]: null }
);

/** Reads the view `gateway_probe`, which has the networks that are being probed, and writes `supply_probe_request`. */
export class ProbeStore {
  readonly #places: PlaceTables;

  constructor(
    private readonly pool: Pool,
    private readonly secretsKey: Buffer,
    private readonly log: Logger,
  ) {
    this.#places = new PlaceTables(pool);
  }

  /** Null when the request is over, or another gateway process has claimed it. */
  async find(id: string): Promise<ProbeTask | null> {
    const { rows } = await this.pool.query<Row>(
      `SELECT exit_node_id AS "exitNodeId", country, ${NETWORK_COLUMNS} FROM gateway_probe WHERE request_id = $1`,
      [id],
    );
    const [row] = rows;
    if (!row) return null;
    const { exitNodeId, country } = row;
    if (exitNodeId !== null) return { subject: exitNodeId, country };
    if (row.id === null) return null;
    try {
      const table = (await this.#places.load()).get(row.id)?.table;
      return { subject: toNetworkExit(row, this.secretsKey, table), country };
    } catch (error) {
      this.log.error({ networkId: row.id, err: error }, 'Network not probed: it is unreadable');
      return null;
    }
  }

  /** @returns false when another gateway process was faster. */
  async claim(id: string, holder: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE supply_probe_request SET claimed_by = $2 WHERE id = $1 AND claimed_by IS NULL`,
      [id, holder],
    );
    return rowCount === 1;
  }

  /** Without effect when the request is over. */
  async finish(id: string, outcome: ProbeOutcome): Promise<void> {
    await this.pool.query(`UPDATE supply_probe_request SET outcome = $2::jsonb WHERE id = $1`, [
      id,
      JSON.stringify(outcome),
    ]);
  }
}

/** Beside the time to dial, so that an outcome is there before whoever asked gives up. */
const ANSWER_MS = 4 * SECOND;
/** Failures that say something about the exit, if the echo can be reached without it. */
const CONCLUSIVE = new Set(['UPSTREAM_FAILED', 'TARGET_UNREACHABLE', 'TARGET_TIMEOUT']);
/** What a customer is told says nothing of the account. */
const FAILURES: Readonly<Record<NetworkFailure, string>> = {
  our_account: 'The provider refuses our account. Check its name, its password and its credit.',
  place_empty: 'The provider has no address in this country at the moment.',
  target: 'The provider does not allow the echo address.',
  retry: 'The provider did not get through.',
  unreachable: 'The gateway of the provider does not take connections.',
};

export interface ProberParts {
  readonly store: Fakeable<ProbeStore>;
  readonly directory: ExitDirectory;
  readonly guard: TargetGuard;
  readonly dialer: Dialer;
  readonly meter: NetworkMeter;
  /** Plain HTTP; undefined when none is configured. */
  readonly echoUrl: string | undefined;
  readonly gatewayId: string;
}

/** Fetches the echo address through an exit or a network on request, as one connection of a customer would. */
export class SupplyProber {
  constructor(
    private readonly parts: ProberParts,
    private readonly log: Logger,
  ) {}

  /** Never rejects: without an outcome the request ends by its timeout. */
  async handle(requestId: string): Promise<void> {
    const { store, directory, gatewayId } = this.parts;
    try {
      const task = await store.find(requestId);
      if (!task) return;
      const { subject } = task;
      const exit = typeof subject === 'number' ? directory.get(subject) : subject;
      // Another gateway serves it.
      if (!exit || !(await store.claim(requestId, gatewayId))) return;
      await store.finish(requestId, await this.probe(exit, task.country));
    } catch (error) {
      this.log.warn({ err: error }, 'A probe was not finished');
    }
  }

  /** @param country of a network; null for any. */
  async probe(exit: Exit, country: string | null): Promise<ProbeOutcome> {
    const { guard, echoUrl } = this.parts;
    if (echoUrl === undefined)
      return inconclusive('PROBE_URL is not set, so the gateway has no address to fetch.');
    const { hostname, port, pathname, search } = new URL(echoUrl);
    let target: VettedTarget;
    let chosen: ChosenExit;
    try {
      target = await guard.vet(hostname, Number(port) || 80, exit.kind);
      chosen = toProbe(exit, country);
    } catch (error) {
      const what = error instanceof ProxyError ? error.message : NOT_EXPRESSIBLE;
      return inconclusive(what);
    }
    const startedAt = performance.now();
    try {
      const { ip, country: stated } = await this.#fetch(target, chosen, country, pathname + search);
      const latencyMs = Math.round(performance.now() - startedAt);
      return {
        ...{ ok: true, exitIp: ip, statedCountry: stated, latencyMs },
        ...{ error: null, isConclusive: true },
      };
    } catch (error) {
      const isItsFault = error instanceof EchoError || isConclusive(error);
      const text = describe(error);
      if (!isItsFault) return inconclusive(text);
      if (await this.#isReachable(target)) return { ...inconclusive(text), isConclusive: true };
      return inconclusive(`${text} The gateway itself does not reach the echo address either.`);
    }
  }

  async #fetch(target: VettedTarget, chosen: ChosenExit, country: string | null, path: string) {
    const { dialer, meter } = this.parts;
    const { exit } = chosen;
    const tunnel = exit.network && meter.open(-exit.id, 0, toPlace(country));
    const socket = await dialer.dial(target, chosen, undefined, tunnel).catch((error: unknown) => {
      tunnel?.end();
      throw error;
    });
    try {
      const { host, port } = target;
      const headers = { host: port === 80 ? host : `${host}:${port}`, connection: 'close' };
      // Paused since the upstream's answer was read from it.
      const createConnection = () => socket.resume();
      return await fetchEcho({ createConnection, path, headers }, ANSWER_MS);
    } finally {
      socket.destroy();
    }
  }

  /** From the machine's own address: else what failed is the echo, and every exit would be blamed for it. */
  async #isReachable(target: VettedTarget): Promise<boolean> {
    const own = { localAddress: null, upstream: null, stickyToken: '' };
    try {
      const socket = await this.parts.dialer.dial(target, { ...own, exit: OWN_MACHINE });
      socket.destroy();
      return true;
    } catch {
      return false;
    }
  }
}

const NOT_EXPRESSIBLE = 'The network cannot be asked for this country.';

const OWN_MACHINE: Exit = {
  ...{ id: 0, kind: 'datacenter', country: 'zz', region: null, city: null, isp: null },
  ...{ localAddress: null, upstream: null, weight: 0, simulated: false },
};

/** With a session name of its own, so that it gets no customer's address. */
function toProbe(exit: Exit, country: string | null): ChosenExit {
  const stickyToken = randomBytes(8).toString('hex');
  const place = toPlace(country);
  const upstream = exit.network
    ? toNetworkUpstream(exit.network, { place, proxyId: 0, ttlMinutes: -1, stickyToken })
    : exit.upstream && withSession(exit.upstream, stickyToken);
  return { exit, localAddress: exit.localAddress, stickyToken, upstream };
}

const toPlace = (country: string | null) => ({
  ...{ country: country ?? 'zz', region: null, city: null, isp: null },
});

function isConclusive(error: unknown): boolean {
  if (error instanceof UpstreamRefusal) return error.failure !== 'target';
  return error instanceof ProxyError && CONCLUSIVE.has(error.reason);
}

/** Errors of ours have no secrets; of others nothing is known. */
function describe(error: unknown): string {
  if (error instanceof UpstreamRefusal) return FAILURES[error.failure];
  if (error instanceof ProxyError || error instanceof EchoError) return error.message;
  return 'The probe failed inside the gateway.';
}
