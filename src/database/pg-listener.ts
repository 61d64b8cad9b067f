import { Client } from 'pg';

const RECONNECT_MS = 1000;
/** A connection that is silent is queried this often, since its server may be gone without closing it. */
const HEARTBEAT_MS = 10_000;
/** When a connection or query without an answer has failed. */
const ANSWER_MS = 5000;

/**
 * LISTENs on a dedicated connection and reconnects without limit, also when the server is silent. After a reconnect every channel's
 * listener is called once with an empty payload, since notifications may have been missed.
 */
export class PgListener {
  private client: Client | undefined;
  private closed = false;
  private heartbeat: NodeJS.Timeout | undefined;
  private retry: NodeJS.Timeout | undefined;

  /**
   * @param url database to listen on.
   * @param listeners channel → handler of a payload.
   * @param onError called when the connection is lost; the listener reconnects by itself.
   */
  constructor(
    private readonly url: string,
    private readonly listeners: Record<string, (payload: string) => void>,
    private readonly onError: (error: Error) => void,
    private readonly timing = { heartbeatMs: HEARTBEAT_MS, answerMs: ANSWER_MS },
  ) {}

  async start(): Promise<void> {
    if (this.closed) return;
    const client = new Client({
      connectionString: this.url,
      application_name: 'listener',
      connectionTimeoutMillis: this.timing.answerMs,
      query_timeout: this.timing.answerMs,
      keepAlive: true,
    });
    this.client = client;
    client.on('notification', ({ channel, payload }) => this.listeners[channel]?.(payload ?? ''));
    client.on('error', (error) => this.handleLoss(client, error));
    client.on('end', () => this.handleLoss(client, new Error('Listener connection ended')));
    try {
      await client.connect();
      for (const channel of Object.keys(this.listeners))
        await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      for (const listener of Object.values(this.listeners)) listener('');
      this.scheduleHeartbeat(client);
    } catch (error) {
      this.handleLoss(client, error as Error);
    }
  }

  async stop(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.heartbeat);
    await this.client?.end().catch(() => undefined);
  }

  private scheduleHeartbeat(client: Client): void {
    if (this.closed || this.client !== client) return;
    this.heartbeat = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.scheduleHeartbeat(client),
        (error: Error) => this.handleLoss(client, error),
      );
    }, this.timing.heartbeatMs);
    this.heartbeat.unref();
  }

  private handleLoss(client: Client, error: Error): void {
    if (this.closed || this.client !== client) return;
    this.client = undefined;
    clearTimeout(this.heartbeat);
    client.end().catch(() => undefined);
    this.onError(error);
    this.retry = setTimeout(() => void this.start(), RECONNECT_MS);
    this.retry.unref();
  }
}
