import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { GROUP_KEYS, type SqlGroup } from './profit-groups';
import {
  OTHERS,
  type NetworkFigures,
  type ProfitFigures,
  type ProfitSpan,
  type StockPurchase,
} from './profit.types';
import { MAX_PURCHASE_DAYS } from './stock-cost';

const MAX_CUSTOMERS = 100;

interface FiguresRow {
  readonly key: string | null;
  readonly revenue: string;
  readonly refunds: string;
  readonly chargebacks: string;
  readonly bytes: string;
  readonly billed: string;
  readonly picos: string;
}

/** Read only. Sales count at the order, refunds and debts when they were posted, traffic and its cost when it passed. */
@Injectable()
export class ProfitQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Of customers those with most revenue and cost, and the others in one row. */
  async getFigures(group: SqlGroup, { from, until }: ProfitSpan): Promise<ProfitFigures[]> {
    const rows = await this.uow.manager.query<FiguresRow[]>(
      `WITH fact (key, revenue, refunds, chargebacks, bytes, billed, picos) AS (${factsSql(group)}),
       grouped AS (
         SELECT key, sum(revenue) AS revenue, sum(refunds) AS refunds, sum(chargebacks) AS chargebacks,
                sum(bytes) AS bytes, sum(billed) AS billed, sum(picos) AS picos
         FROM fact GROUP BY key
       ), ranked AS (
         SELECT *, row_number() OVER (ORDER BY key IS NULL, revenue DESC, picos DESC, key) AS place FROM grouped
       )
       SELECT CASE WHEN $3 = 'customer' AND key IS NOT NULL AND place > ${MAX_CUSTOMERS} THEN '${OTHERS}' ELSE key END AS key,
              sum(revenue) AS revenue, sum(refunds) AS refunds, sum(chargebacks) AS chargebacks,
              sum(bytes) AS bytes, sum(billed) AS billed, sum(picos) AS picos
       FROM ranked GROUP BY 1`,
      [from, until, group],
    );
    return rows.map((row) => ({
      key: row.key,
      revenueKobo: BigInt(row.revenue),
      refundsKobo: BigInt(row.refunds),
      chargebacksKobo: BigInt(row.chargebacks),
      bytes: BigInt(row.bytes),
      billedBytes: BigInt(row.billed),
      costPicos: BigInt(row.picos),
    }));
  }

  async getNetworks({ from, until }: ProfitSpan): Promise<NetworkFigures[]> {
    const rows = await this.uow.manager.query<
      { network_id: number; kind: string; bytes: string; picos: string }[]
    >(
      `SELECT network_id, kind, sum(bytes_up + bytes_down) AS bytes, sum(cost_usd_picos) AS picos
       FROM supply_usage WHERE day >= $1 AND day < $2 GROUP BY network_id, kind ORDER BY network_id, kind`,
      [from, until],
    );
    return rows.map((row) => ({
      ...{ networkId: row.network_id, kind: row.kind },
      ...{ bytes: BigInt(row.bytes), costPicos: BigInt(row.picos) },
    }));
  }

  /** Purchases whose paid time may reach into the span; those of unknown outcome count once that is known. */
  async findPurchases({ from, until }: ProfitSpan): Promise<StockPurchase[]> {
    const rows = await this.uow.manager.query<
      { country: string; micros: string; period: string; starts_at: Date }[]
    >(
      `SELECT country, coalesce(total_micros, expected_micros) AS micros, period, starts_at
       FROM supply_purchase, LATERAL (SELECT greatest(coalesce(sent_at, created_at), ended_at) AS starts_at) AS paid
       WHERE status IN ('ordered', 'delivered')
         AND starts_at < $2 AND starts_at >= $1::timestamptz - interval '${MAX_PURCHASE_DAYS + 1} days'
       ORDER BY id`,
      [from, until],
    );
    return rows.map((row) => ({
      ...{ country: row.country, micros: BigInt(row.micros) },
      ...{ period: row.period, startsAt: row.starts_at },
    }));
  }

  /** Bought addresses that came into stock by an import, which has no prices. */
  async countUnpricedUnits(): Promise<number> {
    const [row] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM stock_unit
       WHERE upstream_url_encrypted IS NOT NULL AND provider_id IS NULL AND dead_at IS NULL`,
    );
    return row.count;
  }

  async nameNetworks(ids: readonly number[]): Promise<Map<string, string>> {
    return this.name('SELECT id, name FROM supply_network WHERE id = ANY($1)', ids);
  }

  async nameCustomers(ids: readonly number[]): Promise<Map<string, string>> {
    return this.name('SELECT id, name FROM users WHERE id = ANY($1)', ids);
  }

  private async name(sql: string, ids: readonly number[]): Promise<Map<string, string>> {
    const rows = await this.uow.manager.query<{ id: number; name: string }[]>(sql, [ids]);
    return new Map(rows.map(({ id, name }) => [String(id), name]));
  }
}

function factsSql(group: SqlGroup): string {
  const key = GROUP_KEYS[group];
  const extended =
    group === 'country' ? 'LEFT JOIN proxy extended ON extended.id = o.proxy_id' : '';
  const carrier = group === 'customer' ? 'LEFT JOIN proxy p ON p.id = u.proxy_id' : '';
  const metered = group === 'day' ? '' : 'JOIN proxy p ON p.id = u.proxy_id';
  return `
    SELECT ${key.order}, sum(o.amount_kobo), 0, 0, 0, 0, 0::numeric
    FROM proxy_order o ${extended}
    WHERE o.created_at >= $1 AND o.created_at < $2 GROUP BY 1
    UNION ALL
    SELECT ${key.refund}, 0, sum(t.amount_kobo), 0, 0, 0, 0
    FROM wallet_transaction t LEFT JOIN proxy_order o ON o.id = (t.metadata->>'order_id')::int ${extended}
    WHERE t.purpose = 'refund' AND t.ledger_transaction_id IS NOT NULL
      AND t.created_at >= $1 AND t.created_at < $2 GROUP BY 1
    UNION ALL
    SELECT ${key.debt}, 0, 0, sum(CASE t.type WHEN 'credit' THEN t.amount_kobo ELSE -t.amount_kobo END), 0, 0, 0
    FROM wallet_transaction t
    WHERE t.purpose = 'debt' AND t.ledger_transaction_id IS NOT NULL
      AND t.created_at >= $1 AND t.created_at < $2 GROUP BY 1
    UNION ALL
    SELECT ${key.supply}, 0, 0, 0, sum(u.bytes_up + u.bytes_down), 0, sum(u.cost_usd_picos)
    FROM supply_usage u ${carrier}
    WHERE u.day >= $1 AND u.day < $2 GROUP BY 1
    UNION ALL
    SELECT ${key.billed}, 0, 0, 0, 0, sum(u.bytes_up + u.bytes_down), 0
    FROM usage_hour u ${metered}
    WHERE u.hour >= $1 AND u.hour < $2 GROUP BY 1`;
}
