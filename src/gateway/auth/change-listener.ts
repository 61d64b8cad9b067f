import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { LISTENER_APPLICATION } from '../../common/gateway/gateway-messages';

export interface ChangeHandlers {
  /** `payload` of NOTIFY, '' without one. */
  onChange(channel: string, payload: string): void;
  /** Connected or reconnected: notifications may have been missed in between. */
  onConnected(): void;
  onDisconnected(): void;
}

const INITIAL_DELAY_MS = 250;
const MAX_DELAY_MS = 5_000;
/** Detects a silently lost connection. */
const HEARTBEAT_MS = 10_000;

/** LISTENs on a dedicated connection and reconnects with exponential backoff. */
export class ChangeListener {
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(
    private readonly connection: ClientConfig,
    private readonly channels: readonly string[],
    private readonly handlers: ChangeHandlers,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    let delay = INITIAL_DELAY_MS;
    while (!signal.aborted) {
      const startedAt = Date.now();
      try {
        await this.#listenOnce(signal);
      } catch (error) {
        this.log.warn({ err: error }, 'Notifications from PostgreSQL are interrupted');
      }
      if (Date.now() - startedAt > MAX_DELAY_MS) delay = INITIAL_DELAY_MS;
      await sleep(delay * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
      delay = Math.min(delay * 2, MAX_DELAY_MS);
    }
  }

  /** Listens until the connection breaks (rejects) or `signal` fires (resolves). */
  async #listenOnce(signal: AbortSignal): Promise<void> {
    const client = new Client({
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      query_timeout: 5_000,
      application_name: LISTENER_APPLICATION,
      ...this.connection,
    });
    let heartbeat: NodeJS.Timeout | undefined;
    const onAbort: (() => void)[] = [];
    const broken = new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('The connection ended')));
      onAbort.push(resolve);
      heartbeat = setInterval(() => {
        client.query('SELECT 1').catch(reject);
      }, HEARTBEAT_MS);
    });
    // Avoids an unhandled rejection when the connection breaks before the await below.
    broken.catch(() => undefined);
    const abort = () => onAbort.forEach((f) => f());
    signal.addEventListener('abort', abort);
    try {
      await client.connect();
      client.on('notification', (n) => this.handlers.onChange(n.channel, n.payload ?? ''));
      for (const channel of this.channels)
        await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      if (signal.aborted) return;
      this.handlers.onConnected();
      await broken;
    } finally {
      clearInterval(heartbeat);
      signal.removeEventListener('abort', abort);
      this.handlers.onDisconnected();
      await client.end().catch(() => undefined);
    }
  }
}
