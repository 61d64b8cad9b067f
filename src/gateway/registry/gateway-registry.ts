import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { readPackageVersion } from '../../common/process';
import { SECOND } from '../../common/time/clock';
import type { AppConfig } from '../../config/app-config';

const HEARTBEAT_MS = 5 * SECOND;
/** The start of a gateway waits this long for its registration. */
const START_WAIT_MS = 2 * SECOND;
/** A gateway that has been silent for this long has been taken down. */
const FORGOTTEN_AFTER = `interval '30 days'`;

/** $1 is the id, $3 the host. Returns the host of another live gateway with this id. */
const HEARTBEAT = `
  WITH rival AS (SELECT host FROM gateway WHERE id = $1 AND host <> $3 AND NOT draining
                   AND heartbeat_at > now() - interval '20 seconds')
  INSERT INTO gateway (id, region, host, public_host, http_port, socks_port, https_port, version,
                       started_at, heartbeat_at, draining)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), $10)
  ON CONFLICT (id) DO UPDATE SET region = $2, host = $3, public_host = $4, http_port = $5,
    socks_port = $6, https_port = $7, version = $8, started_at = $9, heartbeat_at = now(), draining = $10
  RETURNING (SELECT host FROM rival) AS "rivalHost"`;

const ADDRESSES = `
  WITH gone AS (DELETE FROM gateway_address
                WHERE gateway_id = $1 AND NOT address = ANY ($2::text[]))
  INSERT INTO gateway_address (gateway_id, address) SELECT $1, unnest($2::text[])
  ON CONFLICT DO NOTHING`;

/** Whether staff want the gateway to take no new connections; empty before it is registered. */
export async function findDrained(pool: Pool, id: string): Promise<boolean[]> {
  const { rows } = await pool.query<{ drained: boolean }>(
    'SELECT drain_requested_at IS NOT NULL AS drained FROM gateway WHERE id = $1',
    [id],
  );
  return rows.map(({ drained }) => drained);
}

export interface RegistryOptions {
  /** One process of a gateway registers for all of them. */
  isLeader: () => boolean;
  /** At each heartbeat, in every process. */
  onHeartbeat?: () => void;
  host?: string;
}

/** Registers the gateway in PostgreSQL: a heartbeat every five seconds, and its addresses when they change. */
export class GatewayRegistry {
  readonly #startedAt = new Date();
  readonly #version = readPackageVersion();
  readonly #host: string;
  #addresses: ReadonlySet<string> | undefined;
  /** What the database has, as far as this process knows. */
  #savedAddresses: string | undefined;
  #draining = false;
  #stopped: Promise<void> | undefined;
  #reportedRival: string | null = null;
  #beating: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly config: AppConfig['gateway'],
    private readonly log: Logger,
    private readonly options: RegistryOptions,
  ) {
    this.#host = options.host ?? hostname();
  }

  /** Resolves when the gateway is registered, or after two seconds. Never rejects. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => {
      this.options.onHeartbeat?.();
      void this.#beat();
    }, HEARTBEAT_MS);
    this.#timer.unref();
    await Promise.race([this.#beat(), sleep(START_WAIT_MS, undefined, { ref: false })]);
    if (this.options.isLeader()) await this.#forgetOldGateways();
  }

  /** The addresses among those of the exits that this machine has. Saved at once when they have changed. */
  report(addresses: ReadonlySet<string>): void {
    this.#addresses = addresses;
    if (this.#timer && toText(addresses) !== this.#savedAddresses) void this.#beat();
  }

  /** Tells that the gateway is stopping; the last heartbeat. Later calls get the same result. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    this.#draining = true;
    await this.#beat();
  }

  /** Never rejects. One at a time: what changes during a heartbeat is saved by the next. */
  async #beat(): Promise<void> {
    const running = this.#beating;
    if (running) return running;
    this.#beating = this.#save()
      .catch((err: unknown) =>
        this.log.warn({ err }, 'The heartbeat of this gateway was not saved'),
      )
      .finally(() => (this.#beating = undefined));
    return this.#beating;
  }

  async #save(): Promise<void> {
    if (!this.options.isLeader()) return;
    const { id, region, publicHost, publicPorts } = this.config;
    const { rows } = await this.pool.query<{ rivalHost: string | null }>({
      name: 'gateway-heartbeat',
      text: HEARTBEAT,
      values: [
        ...[id, region, this.#host, publicHost],
        ...[publicPorts.http, publicPorts.socks, publicPorts.https ?? null],
        ...[this.#version, this.#startedAt, this.#draining],
      ],
    });
    this.#warnAboutRival(rows[0]?.rivalHost ?? null);
    const addresses = this.#addresses;
    if (!addresses || toText(addresses) === this.#savedAddresses) return;
    await this.pool.query(ADDRESSES, [id, [...addresses]]);
    this.#savedAddresses = toText(addresses);
  }

  #warnAboutRival(host: string | null): void {
    if (host === null || host === this.#reportedRival) return;
    this.#reportedRival = host;
    this.log.error(
      { gatewayId: this.config.id, host: this.#host, otherHost: host },
      'Another live gateway has the same id: set a GATEWAY_ID of its own for each',
    );
  }

  async #forgetOldGateways(): Promise<void> {
    try {
      await this.pool.query(
        `DELETE FROM gateway WHERE heartbeat_at < now() - ${FORGOTTEN_AFTER} AND id <> $1`,
        [this.config.id],
      );
    } catch (err) {
      this.log.warn({ err }, 'Gateways that are gone were not forgotten');
    }
  }
}

const toText = (addresses: ReadonlySet<string>): string => [...addresses].sort().join(' ');
