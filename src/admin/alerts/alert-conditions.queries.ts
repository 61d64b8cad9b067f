import { Injectable } from '@nestjs/common';
import { ENDS_SOON } from '../../catalog/catalog.types';
import { UnitOfWork } from '../../database/unit-of-work';
import { IS_DIFFERENCE_ACKNOWLEDGED } from '../../payments/acknowledgements/payment-acknowledgement.service';
import { AFFECTED_TRANSACTIONS, type Attention } from '../attention';
import { NOTICES, type AlertKind, type AlertSeverity, type AlertCondition } from './alert.entity';

type Found = Pick<AlertCondition, 'severity' | 'message'> & {
  /** After the kind in the key of the alert; none for the only one of a kind. */
  readonly subject?: string;
};

interface Check {
  readonly kind: AlertKind;
  readonly sql: string;
  /** The condition that a row of the query tells of, if any. */
  readonly toCondition: (row: never) => Found | null;
}

/** @param sql counts what is in condition, as `count`. */
const count = (
  kind: AlertKind,
  severity: AlertSeverity,
  sql: string,
  message: (count: number) => string,
): Check => ({
  kind,
  sql,
  toCondition: (row: { count: number }) =>
    row.count > 0 ? { severity, message: message(row.count) } : null,
});

const countAffected = (attention: Attention): string =>
  `SELECT count(DISTINCT id)::int AS count FROM (${AFFECTED_TRANSACTIONS[attention]}) affected`;

const some = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-NG')} ${many}`;

/** Countries of networks that the tests have put out of sale. */
const DOWN_NETWORKS = `
  SELECT n.id, n.name,
    EXISTS (SELECT FROM supply_down d WHERE d.network_id = n.id AND d.country = '*') AS "isWhole",
    array_agg(CASE h.country WHEN 'zz' THEN 'any country' ELSE coalesce(c.name, upper(h.country)) END
      ORDER BY c.name) AS places,
    (array_agg(h.error ORDER BY h.probed_at DESC) FILTER (WHERE h.error IS NOT NULL))[1] AS error
  FROM supply_health h JOIN supply_network n ON n.id = h.network_id LEFT JOIN catalog_country c ON c.code = h.country
  WHERE h.down_since IS NOT NULL AND n.enabled GROUP BY n.id ORDER BY n.id`;

/** The first exit that the tests have put out of sale, with how many there are. */
const DOWN_EXITS = `
  SELECT concat_ws(', ', e.local_address, e.city_name, coalesce(c.name, upper(e.country))) AS place, h.error,
    (count(*) OVER ())::int AS count
  FROM supply_health h JOIN exit_node e ON e.id = h.exit_node_id LEFT JOIN catalog_country c ON c.code = e.country
  WHERE h.down_since IS NOT NULL AND e.enabled ORDER BY h.down_since, e.id LIMIT 1`;

/** Of a network that staff have changed since nothing is known. */
const REFUSED = `
  SELECT n.id, n.name FROM supply_network_refusal r JOIN supply_network n ON n.id = r.network_id
  WHERE n.enabled AND r.refused_at > n.updated_at ORDER BY n.id`;

/** Budgets of which four fifths are used. */
const BUDGETS = `
  SELECT n.id, n.name, p.period, p.used >= p.most AS "isReached"
  FROM supply_budget b JOIN supply_network n ON n.id = b.network_id
  CROSS JOIN LATERAL (VALUES ('day', b.day_bytes, b.day_limit), ('month', b.month_bytes, b.month_limit)) AS p (period, used, most)
  WHERE n.enabled AND p.used >= p.most * 0.8 ORDER BY n.id, p.period`;

/** Accounts whose automatic purchases of today, in UTC, have used four fifths of their limit. */
const DAILY_LIMITS = `
  SELECT p.id, p.name, 'provider' AS period, s.automatic_day_micros >= p.daily_automatic_micros AS "isReached"
  FROM supply_provider p JOIN supply_provider_spending s ON s.provider_id = p.id
  WHERE p.enabled AND p.buys_automatically AND s.automatic_day_micros >= p.daily_automatic_micros * 0.8
  ORDER BY p.id`;

/** Counts of providers of the last week that are not ours. */
const DIFFERENCES = `
  SELECT n.id, n.name, d.day::text AS day, round(100.0 * abs(d.bytes - d.own_bytes) / greatest(d.own_bytes, 1))::float AS percent,
         d.bytes > d.own_bytes AS "isMore", d.own_bytes = 0 AS "isOnlyThere"
  FROM supply_difference d JOIN supply_network n ON n.id = d.network_id
  WHERE d.is_off AND d.day >= (now() AT TIME ZONE 'UTC')::date - 7 ORDER BY n.id, d.day`;

/** Paid traffic is worth what the network pays for it. */
const BALANCES = `
  SELECT n.id, n.name FROM supply_network n
  JOIN supply_network_account a ON a.network_id = n.id JOIN supply_provider p ON p.id = a.provider_id
  WHERE n.enabled AND coalesce(p.balance_micros, p.left_micro_gb * n.cost_usd_micros / 1000000) < n.minimum_balance_usd_micros
  ORDER BY n.id`;

interface Down {
  readonly error: string | null;
}

interface DownNetwork extends Down, Named {
  readonly isWhole: boolean;
  readonly places: readonly string[];
}

interface DownExits extends Down {
  readonly place: string;
  readonly count: number;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

interface Difference extends Named {
  readonly day: string;
  readonly percent: number;
  readonly isMore: boolean;
  readonly isOnlyThere: boolean;
}

interface Budget extends Named {
  readonly period: 'day' | 'month' | 'provider';
  readonly isReached: boolean;
}

const SHOWN = 3;
const AFTER = 'is out of sale after three failed tests in a row';

const describeError = ({ error }: Down): string =>
  error === null ? '.' : `. The last test says: ${error.replace(/\.$/, '')}.`;

/** Nigeria, Ghana, Kenya and 4 more. */
const describePlaces = (places: readonly string[]): string =>
  places.slice(0, SHOWN).join(', ') +
  (places.length > SHOWN ? ` and ${places.length - SHOWN} more` : '');

const RESUMES = { day: 'midnight', month: 'the first of next month' } as const;

const toBudgetCondition = ({ id, name, period, isReached }: Budget): Found => {
  const state = isReached ? 'reached' : 'near';
  if (period === 'provider')
    return {
      subject: `provider:${id}:${state}`,
      severity: 'warning',
      message: isReached
        ? `Automatic purchases at “${name}” have reached their limit for the day. Stock is not bought until midnight in UTC.`
        : `Automatic purchases at “${name}” have used 80 % of their limit for the day. Check whether so much stock is needed.`,
    };
  return {
    subject: `${id}:${period}:${state}`,
    severity: isReached ? 'critical' : 'warning',
    message: isReached
      ? `The network “${name}” has reached its budget for the ${period} and is out of use until ${RESUMES[period]}. Customers use other networks where there are some.`
      : `The network “${name}” has used 80 % of its budget for the ${period}. At the limit it is out of use until ${RESUMES[period]}.`,
  };
};

/** What should not be, or should have happened by now. Each is read only. */
const CHECKS: readonly Check[] = [
  count(
    'payment_review',
    'critical',
    countAffected('needs_decision'),
    (count) => `${some(count, 'card payment needs', 'card payments need')} a decision by staff.`,
  ),
  count(
    'payment_stuck',
    'critical',
    countAffected('stuck'),
    (count) =>
      `${some(count, 'card payment has', 'card payments have')} not been checked, or the provider has not answered, for ten minutes.`,
  ),
  {
    // No transaction belongs to a notification of an unknown reference.
    kind: 'payment_stuck',
    sql: `SELECT count(*)::int AS count FROM payment_webhook w WHERE w.processed_at IS NULL
            AND w.parked_at IS NULL AND w.received_at < now() - interval '10 minutes'
            AND NOT EXISTS (SELECT FROM payment p WHERE p.reference = w.reference)
            AND NOT EXISTS (SELECT FROM payment_refund r WHERE r.reference = w.reference)`,
    toCondition: ({ count }: { count: number }) =>
      count > 0
        ? {
            subject: NOTICES,
            severity: 'critical',
            message: `${some(count, 'notification', 'notifications')} of the card provider about unknown payments could not be processed for ten minutes. Further tries follow by themselves.`,
          }
        : null,
  },
  count(
    'notice_parked',
    'critical',
    `SELECT count(*)::int AS count FROM payment_webhook WHERE parked_at IS NOT NULL`,
    (count) =>
      `${some(count, 'notification of the card provider', 'notifications of the card provider')} had no result after many tries, and no more are made. Try again, or check with the provider and dismiss.`,
  ),
  count(
    'payment_difference',
    'critical',
    `SELECT count(*)::int AS count
          FROM (SELECT differences FROM payment_reconciliation ORDER BY id DESC LIMIT 1) run
          CROSS JOIN LATERAL jsonb_array_elements(run.differences) d
          WHERE NOT ${IS_DIFFERENCE_ACKNOWLEDGED}`,
    (count) =>
      `${some(count, 'card payment differs', 'card payments differ')} from the provider's own list.`,
  ),
  count(
    'payment_dispute',
    'critical',
    countAffected('dispute'),
    (count) =>
      `${some(count, 'card payment is', 'card payments are')} disputed. Check it with the provider, then record a charge-back of what was lost or the dispute as won.`,
  ),
  count(
    'refund_failed',
    'critical',
    countAffected('refund_failed'),
    (count) =>
      `${some(count, 'card refund', 'card refunds')} failed or did not finish within three days. Check with the provider and refund the failed ones again.`,
  ),
  // An account is closed with nothing in it: what it holds came late.
  count(
    'closed_account_paid',
    'critical',
    `SELECT count(*)::int AS count FROM users u
          JOIN ledger_account a ON a.user_id = u.id AND a.kind = 'wallet' AND a.currency = 'NGN' AND a.balance_kobo > 0
          WHERE u.closed_at IS NOT NULL`,
    (count) =>
      `${some(count, 'closed account holds', 'closed accounts hold')} money that was paid late. Refund the payment with the card provider.`,
  ),
  // Six hours of failing, not of standing still: a shop that was switched off has missed nothing.
  count(
    'reconciliation_stuck',
    'warning',
    `SELECT count(*)::int AS count FROM payment_reconciliation
          WHERE NOT complete AND started_at < now() - interval '6 hours' AND started_at >
            coalesce((SELECT max(started_at) FROM payment_reconciliation WHERE complete), '-infinity')`,
    () => 'Our payments could not be compared with the card provider’s list for six hours.',
  ),
  count(
    'payout_difference',
    'warning',
    `SELECT count(*)::int AS count FROM payment_payout_item i JOIN payment_payout p ON p.id = i.payout_id
          WHERE i.result <> 'matched' AND p.created_at > now() - interval '30 days'`,
    (count) =>
      `${some(count, 'line', 'lines')} of the card provider’s payouts could not be matched with our payments.`,
  ),
  count(
    'payout_import_stuck',
    'warning',
    `SELECT count(*)::int AS count FROM payment_payout_import
          WHERE source = 'api' AND NOT complete AND started_at < now() - interval '6 hours' AND started_at >
            coalesce((SELECT max(started_at) FROM payment_payout_import WHERE source = 'api' AND complete), '-infinity')`,
    () => 'The card provider’s payouts could not be imported for six hours.',
  ),
  // Where there is no second admin, a proposal has a time of its own.
  count(
    'approval_waiting',
    'warning',
    `SELECT count(*)::int AS count FROM wallet_correction WHERE status = 'proposed' AND executes_at IS NULL
       AND created_at < now() - interval '24 hours' AND expires_at > now()`,
    (count) =>
      `${some(count, 'proposal has', 'proposals have')} waited for a second admin for more than 24 hours. What is not approved within a week expires.`,
  ),
  count(
    'mail_stuck',
    'warning',
    `SELECT count(*)::int AS count FROM mail_message
          WHERE status = 'queued' AND created_at < now() - interval '30 minutes'`,
    (count) =>
      `${some(count, 'email has', 'emails have')} been waiting for more than half an hour to be sent. Check the mail server in the settings.`,
  ),
  {
    kind: 'supply_down',
    sql: DOWN_NETWORKS,
    toCondition: (row: DownNetwork) => ({
      subject: String(row.id),
      severity: 'warning',
      message: row.isWhole
        ? `The network “${row.name}” ${AFTER}${describeError(row)}`
        : `The network “${row.name}” ${AFTER} in ${describePlaces(row.places)}${describeError(row)}`,
    }),
  },
  {
    kind: 'supply_down',
    sql: DOWN_EXITS,
    toCondition: (row: DownExits) => ({
      subject: 'exits',
      severity: 'warning',
      message:
        row.count === 1
          ? `The exit ${row.place} ${AFTER}${describeError(row)}`
          : `${row.count.toLocaleString('en-NG')} exits are out of sale, first ${row.place}${describeError(row)}`,
    }),
  },
  count(
    'audit_chain_behind',
    'warning',
    `SELECT count(*)::int AS count FROM audit_log a
          WHERE a.created_at BETWEEN now() - interval '1 day' AND now() - interval '15 minutes'
            AND a.id > (SELECT coalesce(max(audit_log_id), 0) FROM audit_chain_link)`,
    (count) =>
      `${some(count, 'audit row has', 'audit rows have')} not been added to the hash chain for 15 minutes.`,
  ),
  // A sold one also after its end, when its customer has nothing.
  count(
    'stock_expiring',
    'warning',
    `SELECT count(*)::int AS count FROM stock_unit s WHERE ${ENDS_SOON}`,
    (count) =>
      `${some(count, 'bought address ends', 'bought addresses end')} at the provider within 7 days. Renew there and enter the new end in Stock, or replace the sold ones.`,
  ),
  {
    kind: 'network_refused',
    sql: REFUSED,
    toCondition: ({ id, name }: Named) => ({
      subject: String(id),
      severity: 'critical',
      message: `The provider refuses the shop’s account of the network “${name}”. Customers use other networks where there are some. Check its credit, limits and password with the provider.`,
    }),
  },
  {
    kind: 'supply_budget',
    sql: `(${BUDGETS}) UNION ALL (${DAILY_LIMITS})`,
    toCondition: toBudgetCondition,
  },
  {
    kind: 'supply_difference',
    sql: DIFFERENCES,
    toCondition: ({ id, name, day, percent, isMore, isOnlyThere }: Difference) => ({
      subject: `${id}:${day}`,
      severity: 'warning',
      message: isOnlyThere
        ? `The provider of the network “${name}” counted traffic on ${day}, and the gateways counted none. Somebody else may use the account.`
        : `The provider of the network “${name}” counted ${percent} % ${isMore ? 'more' : 'less'} traffic on ${day} than the gateways. Check its bill, and whether somebody else uses the account.`,
    }),
  },
  {
    kind: 'supply_balance',
    sql: BALANCES,
    toCondition: ({ id, name }: Named) => ({
      subject: String(id),
      severity: 'critical',
      message: `The balance at the provider of the network “${name}” is below the minimum that is set for it. Top it up before its traffic stops.`,
    }),
  },
];

export const CONDITION_KINDS: readonly AlertKind[] = [...new Set(CHECKS.map(({ kind }) => kind))];

@Injectable()
export class AlertConditionQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** @param kinds all when left out. */
  async find(kinds = CONDITION_KINDS): Promise<AlertCondition[]> {
    const found: AlertCondition[] = [];
    for (const { kind, sql, toCondition } of CHECKS.filter((check) => kinds.includes(check.kind)))
      for (const row of await this.uow.manager.query<never[]>(sql)) {
        const condition = toCondition(row);
        if (!condition) continue;
        const { subject, severity, message } = condition;
        found.push({ kind, key: subject ? `${kind}:${subject}` : kind, severity, message });
      }
    return found;
  }
}
