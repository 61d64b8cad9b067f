import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { IS_DIFFERENCE_ACKNOWLEDGED } from '../../payments/acknowledgements/payment-acknowledgement.service';
import { AFFECTED_TRANSACTIONS, type Attention } from '../attention';
import type { AlertKind, AlertSeverity, AlertCondition } from './alert.types';

interface Check {
  readonly kind: AlertKind;
  readonly severity: AlertSeverity;
  /** Counts what is in condition, as `count`. */
  readonly sql: string;
  readonly tell: (count: number) => string;
}

const countAffected = (attention: Attention): string =>
  `SELECT count(DISTINCT id)::int AS count FROM (${AFFECTED_TRANSACTIONS[attention]}) affected`;

const some = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-NG')} ${many}`;

const CHECKS: readonly Check[] = [
  {
    kind: 'payment_review',
    severity: 'critical',
    sql: countAffected('needs_decision'),
    tell: (count) =>
      `${some(count, 'card payment needs', 'card payments need')} a decision by staff.`,
  },
  {
    kind: 'payment_stuck',
    severity: 'critical',
    // Notifications of unknown references count too, although no transaction belongs to them.
    sql: `SELECT (SELECT count(DISTINCT id) FROM (${AFFECTED_TRANSACTIONS.stuck}) affected)::int
               + (SELECT count(*) FROM payment_webhook w WHERE w.processed_at IS NULL
                  AND w.parked_at IS NULL AND w.received_at < now() - interval '10 minutes'
                  AND NOT EXISTS (SELECT FROM payment p WHERE p.reference = w.reference)
                  AND NOT EXISTS (SELECT FROM payment_refund r WHERE r.reference = w.reference))::int AS count`,
    tell: (count) =>
      `${some(count, 'card payment has', 'card payments have')} not been checked, or the provider has not answered, for ten minutes.`,
  },
  {
    kind: 'notice_parked',
    severity: 'critical',
    sql: `SELECT count(*)::int AS count FROM payment_webhook WHERE parked_at IS NOT NULL`,
    tell: (count) =>
      `${some(count, 'notification of the card provider', 'notifications of the card provider')} had no result after many tries, and no more are made. Try again, or check with the provider and dismiss.`,
  },
  {
    kind: 'payment_difference',
    severity: 'critical',
    sql: `SELECT count(*)::int AS count
          FROM (SELECT differences FROM payment_reconciliation ORDER BY id DESC LIMIT 1) run
          CROSS JOIN LATERAL jsonb_array_elements(run.differences) d
          WHERE NOT ${IS_DIFFERENCE_ACKNOWLEDGED}`,
    tell: (count) =>
      `${some(count, 'card payment differs', 'card payments differ')} from the provider's own list.`,
  },
  {
    kind: 'payment_dispute',
    severity: 'critical',
    sql: countAffected('dispute'),
    tell: (count) =>
      `${some(count, 'card payment is', 'card payments are')} disputed. Check it with the provider, then record a charge-back of what was lost or the dispute as won.`,
  },
  {
    kind: 'refund_failed',
    severity: 'critical',
    sql: countAffected('refund_failed'),
    tell: (count) =>
      `${some(count, 'card refund', 'card refunds')} failed or did not finish within three days. Check with the provider and refund the failed ones again.`,
  },
  {
    kind: 'closed_account_paid',
    severity: 'critical',
    // An account is closed with nothing in it: what it holds came late.
    sql: `SELECT count(*)::int AS count FROM users u
          JOIN ledger_account a ON a.user_id = u.id AND a.kind = 'wallet' AND a.currency = 'NGN' AND a.balance_kobo > 0
          WHERE u.closed_at IS NOT NULL`,
    tell: (count) =>
      `${some(count, 'closed account holds', 'closed accounts hold')} money that was paid late. Refund the payment with the card provider.`,
  },
  {
    kind: 'reconciliation_stuck',
    severity: 'warning',
    // Six hours of failing, not of standing still: a shop that was switched off has missed nothing.
    sql: `SELECT count(*)::int AS count FROM payment_reconciliation
          WHERE NOT complete AND started_at < now() - interval '6 hours' AND started_at >
            coalesce((SELECT max(started_at) FROM payment_reconciliation WHERE complete), '-infinity')`,
    tell: () => 'Our payments could not be compared with the card provider’s list for six hours.',
  },
  {
    kind: 'payout_difference',
    severity: 'warning',
    sql: `SELECT count(*)::int AS count FROM payment_payout_item i JOIN payment_payout p ON p.id = i.payout_id
          WHERE i.result <> 'matched' AND p.created_at > now() - interval '30 days'`,
    tell: (count) =>
      `${some(count, 'line', 'lines')} of the card provider’s payouts could not be matched with our payments.`,
  },
  {
    kind: 'payout_import_stuck',
    severity: 'warning',
    sql: `SELECT count(*)::int AS count FROM payment_payout_import
          WHERE source = 'api' AND NOT complete AND started_at < now() - interval '6 hours' AND started_at >
            coalesce((SELECT max(started_at) FROM payment_payout_import WHERE source = 'api' AND complete), '-infinity')`,
    tell: () => 'The card provider’s payouts could not be imported for six hours.',
  },
  {
    kind: 'mail_stuck',
    severity: 'warning',
    sql: `SELECT count(*)::int AS count FROM mail_message
          WHERE status = 'queued' AND created_at < now() - interval '30 minutes'`,
    tell: (count) =>
      `${some(count, 'email has', 'emails have')} been waiting for more than half an hour to be sent. Check the mail server in the settings.`,
  },
  {
    kind: 'supply_down',
    severity: 'warning',
    sql: `SELECT count(*)::int AS count FROM supply_health WHERE down_since IS NOT NULL`,
    tell: (count) =>
      `${some(count, 'exit or country of a network is', 'exits and countries of networks are')} out of sale after three failed tests in a row.`,
  },
  {
    kind: 'audit_chain_behind',
    severity: 'warning',
    sql: `SELECT count(*)::int AS count FROM audit_log a
          WHERE a.created_at BETWEEN now() - interval '1 day' AND now() - interval '15 minutes'
            AND a.id > (SELECT coalesce(max(audit_log_id), 0) FROM audit_chain_link)`,
    tell: (count) =>
      `${some(count, 'audit row has', 'audit rows have')} not been added to the hash chain for 15 minutes.`,
  },
  {
    kind: 'stock_expiring',
    severity: 'warning',
    // A sold one also after its end, when its customer has nothing.
    sql: `SELECT count(*)::int AS count FROM stock_unit
          WHERE upstream_expires_at < now() + interval '7 days' AND dead_at IS NULL
            AND (order_id IS NOT NULL OR (enabled AND upstream_expires_at > now()))`,
    tell: (count) =>
      `${some(count, 'bought address ends', 'bought addresses end')} at the provider within 7 days. Renew there and enter the new end in Stock, or replace the sold ones.`,
  },
];

export const CONDITION_KINDS: readonly AlertKind[] = CHECKS.map(({ kind }) => kind);

/** Read only: looks for what should have happened by now. */
@Injectable()
export class AlertConditionQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async find(): Promise<AlertCondition[]> {
    const found: AlertCondition[] = [];
    for (const { kind, severity, sql, tell } of CHECKS) {
      const [{ count }] = await this.uow.manager.query(sql);
      if (count > 0) found.push({ kind, key: kind, severity, message: tell(count) });
    }
    return found;
  }

  /** @returns the id of the affected transaction if it is the only one. */
  async findOnlyTransaction(attention: Attention): Promise<number | null> {
    const rows = await this.uow.manager.query<{ id: number }[]>(
      `SELECT DISTINCT id FROM (${AFFECTED_TRANSACTIONS[attention]}) affected LIMIT 2`,
    );
    return rows.length === 1 ? rows[0]!.id : null;
  }
}
