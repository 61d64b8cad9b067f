import type { Socket } from 'node:net';
import { Client, type ClientBase } from 'pg';
import { SECOND } from '../common/time/clock';

/** Timeouts of every statement of a process, in milliseconds. */
export interface Deadlines {
  /** PostgreSQL cancels a statement that runs for longer. */
  readonly statementMs: number;
  /** PostgreSQL cancels a statement that waits for a lock for longer. Below `statementMs`. */
  readonly lockMs: number;
}

/** PostgreSQL ends a session that leaves a transaction open for this long between two statements. */
const IDLE_IN_TRANSACTION_MS = 30 * SECOND;
/** How much later than PostgreSQL the client gives up: a server that is frozen or unreachable cancels nothing. */
const NETWORK_GRACE_MS = 2 * SECOND;
const KEEP_ALIVE_AFTER_MS = 10 * SECOND;

/** `connection` and `readyForQuery` of pg's client, which its types omit. */
interface PgClient {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
}

const suspended = new WeakSet<object>();

/**
 * Options of pg's client and pool.
 * @param deadlines undefined: statements may take any time, for commands.
 */
export function deadlineOptions(deadlines: Deadlines | undefined) {
  const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS };
  if (!deadlines) return { ...keepAlive, onConnect: ignoreIdleClientErrors };
  return {
    ...keepAlive,
    statement_timeout: deadlines.statementMs,
    lock_timeout: deadlines.lockMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    onConnect: (client: ClientBase) => {
      ignoreIdleClientErrors(client);
      closeWhenSilent(client, deadlines.statementMs + NETWORK_GRACE_MS);
    },
  };
}

/** Options of a pool whose statements may take any time below `silentMs`, after which the connection is closed. */
export function silenceOptions(silentMs: number) {
  return {
    ...deadlineOptions(undefined),
    onConnect: (client: ClientBase) => {
      ignoreIdleClientErrors(client);
      closeWhenSilent(client, silentMs);
    },
  };
}

/**
 * Runs `work` on a connection whose statements may take any time. The caller lifts `statement_timeout` in
 * the transaction that is open there.
 */
export async function withoutClientDeadline<T>(client: object, work: () => Promise<T>): Promise<T> {
  suspended.add(client);
  try {
    return await work();
  } finally {
    suspended.delete(client);
  }
}

/**
 * A client has no error listener between checkout from the pool and its first query. Without this one, a
 * connection that breaks in that moment would end the process; with it, the first query fails instead.
 */
function ignoreIdleClientErrors(client: ClientBase): void {
  client.on('error', () => undefined);
}

/**
 * For code that listens for errors only once `connect` has resolved: PostgreSQL may end the session in the same packet
 * that makes it ready, and pg then emits an error that nobody hears, which ends the process. Here `connect` rejects.
 */
export class GuardedClient extends Client {
  override async connect(): Promise<Client> {
    let lost: Error | undefined;
    this.on('error', (error) => (lost ??= error));
    await super.connect();
    if (lost) throw lost;
    return this;
  }

  override end(): Promise<void> {
    // Whoever ends a client may have removed its listeners before.
    ignoreIdleClientErrors(this);
    return super.end();
  }
}

/**
 * Closes a connection whose statement gets no answer, so that the statement fails and the pool discards the
 * connection. pg's own `query_timeout` would return it to the pool with the statement still running.
 */
function closeWhenSilent(client: ClientBase, silentMs: number): void {
  const { connection } = client as unknown as PgClient;
  const { stream } = connection;
  // Not as the callback of `setTimeout`, which is removed when it has run.
  stream.on('timeout', () => {
    // An idle connection is silent too.
    if ((client as unknown as PgClient).readyForQuery || suspended.has(client)) return;
    const error = new Error(`PostgreSQL did not answer within ${silentMs} ms`);
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
  stream.setTimeout(silentMs);
}
