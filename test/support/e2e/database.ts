import { Client } from 'pg';
import { poll } from '../../../src/embedded/poll';
import { inRepo } from '../repo';
import { runNode, type Finished } from '../run-node';

export type Sql = <T = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<T[]>;

/** Asks a database with a connection of its own for each question: it may die in between. */
export const sqlAt =
  (url: string): Sql =>
  async <T>(text: string, values?: unknown[]) => {
    const client = new Client({ connectionString: url });
    // A server that dies says so as an event as well as in the answer.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text, values)).rows as T[];
    } finally {
      await client.end().catch(() => undefined);
    }
  };

/** `node dist/cli.js ledger:check` against a database. */
export const ledgerCheck = (databaseUrl: string): Promise<Finished> =>
  runNode([inRepo('dist', 'cli.js'), 'ledger:check'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, SANDBOX: 'true' },
  });

/** What is under way: paid for and not yet delivered, paid and not yet credited, told and not heard. */
const OPEN = `
  SELECT 'order ' || id || ' ' || status AS what FROM proxy_order WHERE status IN ('charged', 'unknown')
  UNION ALL SELECT 'payment ' || p.reference || ' ' || p.status FROM payment p
  JOIN sandbox.charge c ON c.reference = p.reference
  WHERE c.status = 'success' AND p.status IN ('created', 'pending', 'failed', 'expired')
  UNION ALL SELECT 'webhook ' || id FROM payment_webhook WHERE processed_at IS NULL
  UNION ALL SELECT 'audit ' || a.id FROM audit_log a
  WHERE NOT EXISTS (SELECT FROM audit_chain_link s WHERE s.audit_log_id = a.id)`;

/** Waits until nothing is open any more. @throws Error naming what still is. */
export async function drained(sql: Sql, withinMs: number): Promise<void> {
  let open: { what: string }[] = [];
  const done = await poll(
    async () => {
      try {
        open = await sql<{ what: string }>(OPEN);
        return open.length === 0;
      } catch (error) {
        open = [{ what: String(error) }];
        return false;
      }
    },
    withinMs,
    250,
  );
  if (!done) throw new Error(`Still open: ${open.map(({ what }) => what).join(', ')}`);
}

/**
 * Lets an hour pass for everything that waits: orders for their provider, payments and notifications
 * for their next look, keys for a caller who died. So no test has to wait that long.
 */
export async function passTime(sql: Sql): Promise<void> {
  await sql(`UPDATE provider_attempt SET next_check_at = now(), created_at = now() - interval '1 hour'
             WHERE status IN ('created', 'sent', 'unknown')`);
  await sql(`UPDATE payment SET next_check_at = now(), created_at = created_at - interval '1 hour'
             WHERE status IN ('created', 'pending')`);
  await sql(`UPDATE payment_webhook SET received_at = now() - interval '5 minutes'
             WHERE processed_at IS NULL`);
  await sql(`UPDATE idempotency_record SET locked_until = now() WHERE status IS NULL`);
}
