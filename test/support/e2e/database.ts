import { Client } from 'pg';
import { poll } from '../../../src/embedded/poll';
import { inRepo } from '../repo';
import { runNode, type Finished } from '../run-node';

export type Sql = <T = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<T[]>;

/** Opens a connection per query, because the server may restart in between. */
export const sqlAt =
  (url: string): Sql =>
  async <T>(text: string, values?: unknown[]) => {
    const client = new Client({ connectionString: url });
    // A crashing server emits an error event in addition to the rejected query.
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

/** Pending work: undelivered events, uncredited payments, due automatic renewals, open refunds, unbooked rewards, unprocessed webhooks, unchained rows. */
const PENDING_WORK = `
  SELECT 'payment ' || p.reference || ' ' || p.status AS what FROM payment p
  JOIN sandbox.charge c ON c.reference = p.reference
  WHERE c.status = 'success' AND p.status IN ('created', 'pending', 'failed', 'expired')
  UNION ALL SELECT 'refund ' || reference || ' ' || status FROM payment_refund WHERE next_check_at IS NOT NULL
  UNION ALL SELECT 'automatic renewal of ' || proxy_id FROM proxy_auto_renewal WHERE enabled AND short_of_kobo IS NOT NULL
  UNION ALL SELECT 'automatic traffic of ' || t.proxy_id FROM proxy_auto_traffic t JOIN proxy p ON p.id = t.proxy_id
  WHERE p.status = 'active' AND p.limit_bytes - p.used_bytes < t.below_gigabytes * 1073741824::bigint AND t.failed_at IS NULL
  UNION ALL SELECT 'reward ' || id FROM referral_reward WHERE status IN ('due', 'take_back_due', 'put_back_due')
  UNION ALL SELECT 'webhook ' || id FROM payment_webhook WHERE processed_at IS NULL
  UNION ALL SELECT 'event ' || event_id FROM webhook_delivery WHERE status = 'pending'
  UNION ALL SELECT 'audit ' || a.id FROM audit_log a
  WHERE NOT EXISTS (SELECT FROM audit_chain_link s WHERE s.audit_log_id = a.id)
  UNION ALL SELECT 'ledger transaction ' || t.id FROM ledger_transaction t
  WHERE NOT EXISTS (SELECT FROM ledger_chain_link s WHERE s.ledger_transaction_id = t.id)`;

/**
 * A job that loses its connection at the start stays active until its lock of a minute is found to have ended, or until
 * its schedule is found to have stopped: a minute and a half later. Then comes the work.
 */
const RECOVERED_WITHIN_MS = 180_000;

/** Waits until no work is pending. @throws Error listing the pending work. */
export async function waitUntilDrained(
  sql: Sql,
  withinMs: number = RECOVERED_WITHIN_MS,
): Promise<void> {
  let open: { what: string }[] = [];
  const done = await poll(
    async () => {
      try {
        open = await sql<{ what: string }>(PENDING_WORK);
        return open.length === 0;
      } catch (error) {
        open = [{ what: String(error) }];
        return false;
      }
    },
    withinMs,
    250,
  );
  if (!done) throw new Error(`Still pending: ${open.map(({ what }) => what).join(', ')}`);
}

/**
 * Moves the timestamps of pending work back by an hour: payments, refunds, webhooks, deliveries of events, automatic
 * renewals and idempotency locks, so that no test has to wait.
 */
export async function backdatePendingWork(sql: Sql): Promise<void> {
  await sql(`UPDATE payment SET next_check_at = now(), created_at = created_at - interval '1 hour'
             WHERE status IN ('created', 'pending')`);
  await sql(`UPDATE payment_refund SET next_check_at = now() WHERE next_check_at IS NOT NULL`);
  await sql(`UPDATE payment_webhook SET received_at = now() - interval '5 minutes'
             WHERE processed_at IS NULL`);
  await sql(`UPDATE webhook_delivery SET next_attempt_at = now() WHERE status = 'pending'`);
  await sql(`UPDATE proxy_auto_renewal SET leased_until = now() WHERE leased_until IS NOT NULL`);
  await sql(`UPDATE proxy_auto_traffic SET leased_until = now() WHERE leased_until IS NOT NULL`);
  await sql(`UPDATE idempotency_record SET locked_until = now() WHERE status IS NULL`);
}

/**
 * Ends the locks of the jobs that killed workers left, and lets them be found at once instead of after a minute and a
 * half. No worker may run meanwhile.
 */
export async function expireJobLocks(sql: Sql): Promise<void> {
  await sql(
    `UPDATE bullmq.job SET locked_until_ms = 0, stalled_marked = true WHERE state = 'active'`,
  );
  await sql(`DELETE FROM bullmq.meta WHERE field = 'stalled-check'`);
}
