import { Injectable } from '@nestjs/common';
import { ZONE } from '../../common/time/calendar';
import type { Span } from '../../common/time/period';
import { toLabelSql } from '../../database/label-sql';
import { UnitOfWork } from '../../database/unit-of-work';
import { KIND_OF_TYPE } from '../../proxies/proxy.types';
import type { ProfitGroup } from './profit.dto';
import {
  FIGURES,
  MAX_PURCHASE_DAYS,
  OTHERS,
  type FigureName,
  type NetworkFigures,
  type ProfitFigures,
  type StockPurchase,
} from './profit-rows';

const MAX_CUSTOMERS = 100;

/** A network is not a key of sales: they are allocated from those by kind. */
export type SqlGroup = Exclude<ProfitGroup, 'network'>;

/** SQL of the key that each source of figures is grouped by; all are text. */
interface GroupKeys {
  /** Of the order `o`, for which `extended` is the proxy that it extends. */
  readonly order: string;
  /** Of the refund `t` of the order `o`. */
  readonly refund: string;
  /** Of the debt `t`. */
  readonly debt: string;
  /** Of the movement `m` of a cost account. */
  readonly expense: string;
  /** Of the networks' usage `u` by the proxy `p`. */
  readonly supply: string;
  /** Of the customers' usage `u` of the proxy `p`. */
  readonly billed: string;
}

const dayIn = (column: string): string => `to_char(${column} AT TIME ZONE '${ZONE}', 'YYYY-MM-DD')`;

const toKind = (type: string): string => toLabelSql(type, KIND_OF_TYPE);
const KIND = toKind('o.type');
// An order that extends a proxy names no country.
const COUNTRY = `CASE WHEN o.id IS NOT NULL THEN coalesce(o.request->>'country', extended.country::text, 'zz') END`;

/** Of an expense: the wallet that got it, or the payment that it was for. */
const BENEFICIARY = `coalesce(
  (SELECT w.user_id FROM ledger_entry e JOIN ledger_account w ON w.id = e.account_id
   WHERE e.transaction_id = m.transaction_id AND w.user_id IS NOT NULL LIMIT 1),
  (SELECT p.user_id FROM ledger_transaction l JOIN payment p USING (reference) WHERE l.id = m.transaction_id))::text`;

const GROUP_KEYS: Readonly<Record<SqlGroup, GroupKeys>> = {
  day: {
    order: dayIn('o.created_at'),
    refund: dayIn('t.created_at'),
    debt: dayIn('t.created_at'),
    expense: dayIn('m.created_at'),
    supply: dayIn('u.day'),
    billed: dayIn('u.hour'),
  },
  kind: {
    order: KIND,
    refund: KIND,
    debt: 'NULL',
    expense: 'NULL',
    supply: 'u.kind',
    billed: toKind('p.type'),
  },
  country: {
    order: COUNTRY,
    refund: COUNTRY,
    debt: 'NULL',
    expense: 'NULL',
    supply: 'u.country',
    billed: 'p.country::text',
  },
  customer: {
    order: 'o.user_id::text',
    refund: 't.user_id::text',
    debt: 't.user_id::text',
    expense: BENEFICIARY,
    supply: 'p.user_id::text',
    billed: 'p.user_id::text',
  },
};

/** Read as text by the driver. */
const SUMS = FIGURES.map(
  (name) => `coalesce(sum(amount) FILTER (WHERE figure = '${name}'), 0) AS "${name}"`,
).join(', ');
const SUMS_OF_SUMS = FIGURES.map((name) => `sum("${name}") AS "${name}"`).join(', ');

type Texts<T> = { readonly [Key in keyof T]: T[Key] extends bigint | null ? string : T[Key] };

/** Read only. Sales count at the order, refunds and debts when they were posted, traffic and its cost when it passed. */
@Injectable()
export class ProfitQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Of customers those with most revenue and cost, and the others in one row. */
  async getFigures(group: SqlGroup, { from, until }: Span): Promise<ProfitFigures[]> {
    const rows = await this.uow.manager.query<Texts<ProfitFigures>[]>(
      `WITH fact (key, figure, amount) AS (${factsSql(group)}),
       grouped AS (SELECT key, ${SUMS} FROM fact GROUP BY key),
       ranked AS (
         SELECT *, row_number() OVER (
           ORDER BY key IS NULL, "revenueKobo" DESC, "costPicos" DESC, key) AS place FROM grouped
       )
       SELECT CASE WHEN $3 = 'customer' AND key IS NOT NULL AND place > ${MAX_CUSTOMERS} THEN '${OTHERS}' ELSE key END AS key,
              ${SUMS_OF_SUMS}
       FROM ranked GROUP BY 1`,
      [from, until, group],
    );
    return rows.map(({ key, ...sums }) => ({
      key,
      ...(Object.fromEntries(FIGURES.map((name) => [name, BigInt(sums[name])])) as Record<
        FigureName,
        bigint
      >),
    }));
  }

  async getNetworks({ from, until }: Span): Promise<NetworkFigures[]> {
    const rows = await this.uow.manager.query<Texts<NetworkFigures>[]>(
      `SELECT network_id AS "networkId", kind, sum(bytes_up + bytes_down) AS bytes,
              sum(cost_usd_picos) AS "costPicos"
       FROM supply_usage WHERE day >= $1 AND day < $2 GROUP BY network_id, kind ORDER BY network_id, kind`,
      [from, until],
    );
    return rows.map((row) => ({
      ...row,
      ...{ bytes: BigInt(row.bytes), costPicos: BigInt(row.costPicos) },
    }));
  }

  /** Purchases whose paid time may reach into the span; those of unknown outcome count once that is known. */
  async findPurchases({ from, until }: Span): Promise<StockPurchase[]> {
    const rows = await this.uow.manager.query<Texts<StockPurchase>[]>(
      `SELECT country, coalesce(total_micros, expected_micros) AS micros, period, starts_at AS "startsAt"
       FROM supply_purchase, LATERAL (SELECT greatest(coalesce(sent_at, created_at), ended_at) AS starts_at) AS paid
       WHERE status IN ('ordered', 'delivered')
         AND starts_at < $2 AND starts_at >= $1::timestamptz - interval '${MAX_PURCHASE_DAYS + 1} days'
       ORDER BY id`,
      [from, until],
    );
    return rows.map((row) => ({ ...row, micros: BigInt(row.micros) }));
  }

  /** Bought addresses that came into stock by an import, which has no prices. */
  async countUnpricedUnits(): Promise<number> {
    const [row] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM stock_unit
       WHERE upstream_url_encrypted IS NOT NULL AND provider_id IS NULL AND dead_at IS NULL`,
    );
    return row.count;
  }

  /** Names by id of the networks or customers that are keys of figures. */
  async findNames(
    table: 'supply_network' | 'users',
    ids: readonly number[],
  ): Promise<Map<string, string>> {
    const rows = await this.uow.manager.query<{ id: number; name: string }[]>(
      `SELECT id, name FROM ${table} WHERE id = ANY($1)`,
      [ids],
    );
    return new Map(rows.map(({ id, name }) => [String(id), name]));
  }
}

/** Costs by the ledger account that holds them. */
const EXPENSES = { feesKobo: 'provider_fees', bonusesKobo: 'promotions', goodwillKobo: 'goodwill' };

/** Rows of a key, the name of a figure and an amount. */
function factsSql(group: SqlGroup): string {
  const key = GROUP_KEYS[group];
  const extended =
    group === 'country' ? 'LEFT JOIN proxy extended ON extended.id = o.proxy_id' : '';
  const carrier = group === 'customer' ? 'LEFT JOIN proxy p ON p.id = u.proxy_id' : '';
  const metered = group === 'day' ? '' : 'JOIN proxy p ON p.id = u.proxy_id';
  const expenses = Object.entries(EXPENSES).map(([figure, code]) => `('${figure}', '${code}')`);
  return `
    SELECT ${key.order}, 'revenueKobo', sum(o.amount_kobo)
    FROM proxy_order o ${extended}
    WHERE o.created_at >= $1 AND o.created_at < $2 GROUP BY 1
    UNION ALL
    SELECT ${key.refund}, 'refundsKobo', sum(t.amount_kobo)
    FROM wallet_transaction t LEFT JOIN proxy_order o ON o.id = (t.metadata->>'order_id')::int ${extended}
    WHERE t.purpose = 'refund' AND t.ledger_transaction_id IS NOT NULL
      AND t.created_at >= $1 AND t.created_at < $2 GROUP BY 1
    UNION ALL
    SELECT ${key.debt}, 'chargebacksKobo', sum(CASE t.type WHEN 'credit' THEN t.amount_kobo ELSE -t.amount_kobo END)
    FROM wallet_transaction t
    WHERE t.purpose = 'debt' AND t.ledger_transaction_id IS NOT NULL
      AND t.created_at >= $1 AND t.created_at < $2 GROUP BY 1
    UNION ALL
    SELECT ${key.expense}, expense.figure, -sum(m.amount_kobo)
    FROM (VALUES ${expenses.join(', ')}) AS expense (figure, code)
    JOIN ledger_account a ON a.code = expense.code AND a.currency = 'NGN'
    JOIN ledger_movement m ON m.account_id = a.id
    WHERE m.created_at >= $1 AND m.created_at < $2 GROUP BY 1, 2
    UNION ALL
    SELECT carried.key, figure, amount
    FROM (SELECT ${key.supply} AS key, sum(u.bytes_up + u.bytes_down) AS bytes, sum(u.cost_usd_picos) AS picos
          FROM supply_usage u ${carrier} WHERE u.day >= $1 AND u.day < $2 GROUP BY 1) carried,
      LATERAL (VALUES ('bytes', bytes), ('costPicos', picos)) AS each (figure, amount)
    UNION ALL
    SELECT ${key.billed}, 'billedBytes', sum(u.bytes_up + u.bytes_down)
    FROM usage_hour u ${metered}
    WHERE u.hour >= $1 AND u.hour < $2 GROUP BY 1`;
}
