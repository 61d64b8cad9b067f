import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { can, type Permission } from '../../common/security/permissions';
import { dayOf, startOfDay } from '../../common/time/calendar';
import { Clock, DAY } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { AFFECTED_TRANSACTIONS } from '../attention';
import { QueryCache } from '../paging/query-cache';
import { ProfitService } from '../profit/profit.service';
import { IS_AWAITING } from '../wallet-corrections/wallet-corrections.queries';
import type { AdminToday, QueueItemId, QueueItem, TodayFigure } from './dashboard.dto';

/** Sums of one span; amounts are kobo. */
interface Sums {
  readonly orders: number;
  readonly customers: number;
  readonly sold: string;
  readonly topped_up: string;
}

const SUMS = `SELECT (SELECT count(*)::int FROM proxy_order WHERE created_at >= $1 AND created_at < $2 AND amount_kobo > 0) AS orders,
  (SELECT count(*)::int FROM users WHERE created_at >= $1 AND created_at < $2 AND role = 'user') AS customers,
  (SELECT coalesce(sum(amount_kobo - refunded_kobo), 0) FROM proxy_order WHERE created_at >= $1 AND created_at < $2) AS sold,
  (SELECT coalesce(sum(amount_kobo), 0) FROM wallet_transaction WHERE created_at >= $1 AND created_at < $2
     AND purpose = 'topup' AND ledger_transaction_id IS NOT NULL) AS topped_up`;

/** What customers could spend, against where that money is: with the card provider, or paid out to the bank. */
const HELD = `SELECT (SELECT coalesce(sum(balance_kobo), 0) FROM ledger_account WHERE kind = 'wallet') AS wallets,
  (SELECT -coalesce(sum(e.amount_kobo), 0) FROM ledger_account a JOIN ledger_movement e ON e.account_id = a.id
   WHERE a.code = 'korapay_clearing' AND a.currency = 'NGN') AS provider,
  (SELECT -coalesce(sum(e.amount_kobo), 0) FROM ledger_account a JOIN ledger_movement e ON e.account_id = a.id
   WHERE a.code = 'bank' AND a.currency = 'NGN') AS bank`;

/** Who may see how much of each waits, and the SQL that counts it. */
const QUEUE: Record<QueueItemId, { permission: Permission; sql: string }> = {
  approvals: {
    permission: 'approvals.read',
    sql: `SELECT count(*) FROM wallet_correction c WHERE ${IS_AWAITING}`,
  },
  payments: {
    permission: 'transactions.read',
    sql: `SELECT count(*) FROM (${AFFECTED_TRANSACTIONS.needs_decision}) decided`,
  },
  tickets: {
    permission: 'tickets.manage',
    sql: `SELECT count(*) FROM ticket WHERE status = 'open'`,
  },
};

/** How the shop does today. */
@Injectable()
export class TodayService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly cache: QueryCache,
    private readonly profit: ProfitService,
  ) {}

  /** Until now, against the same time of yesterday and of a week ago. */
  async getToday(): Promise<AdminToday> {
    const now = this.clock.now();
    const day = dayOf(now);
    const [today, yesterday, lastWeek, held, { totals }] = await this.uow.all(
      () => this.sum(now, 0),
      () => this.sum(now, 1),
      () => this.sum(now, 7),
      () =>
        this.cache.getOrCompute('held', ['ledger_account', 'ledger_movement'], () =>
          this.getHeld(),
        ),
      () => this.profit.getProfit({ from: day, to: day, group_by: 'kind' }),
    );
    const compare = (read: (sums: Sums) => number): TodayFigure => ({
      today: read(today),
      yesterday: read(yesterday),
      last_week: read(lastWeek),
    });
    const naira = (kobo: string) => Money.kobo(BigInt(kobo)).toNaira();
    return {
      sold: compare((sums) => naira(sums.sold)),
      orders: compare(({ orders }) => orders),
      topped_up: compare((sums) => naira(sums.topped_up)),
      customers: compare(({ customers }) => customers),
      profit: totals.profit,
      ...held,
    };
  }

  /** Work that waits for staff, as far as the actor may see it; what has none is left out. */
  async getQueue(actor: Actor): Promise<QueueItem[]> {
    const ids = (Object.keys(QUEUE) as QueueItemId[]).filter((id) =>
      can(actor, QUEUE[id].permission),
    );
    if (!ids.length) return [];
    const [row] = await this.uow.manager.query<[Record<string, number>]>(
      `SELECT ${ids.map((id) => `(${QUEUE[id].sql})::int AS ${id}`).join(', ')}`,
    );
    return ids.map((id) => ({ id, count: row[id]! })).filter(({ count }) => count > 0);
  }

  private async sum(now: Date, daysAgo: number): Promise<Sums> {
    const back = daysAgo * DAY;
    const from = new Date(startOfDay(dayOf(now)).getTime() - back);
    const until = new Date(now.getTime() - back);
    const [sums] = await this.uow.manager.query<[Sums]>(SUMS, [from, until]);
    return sums;
  }

  private async getHeld(): Promise<Pick<AdminToday, 'wallets' | 'provider' | 'bank'>> {
    type Held = Record<'wallets' | 'provider' | 'bank', string>;
    const [row] = await this.uow.manager.query<[Held]>(HELD);
    const naira = (kobo: string) => Number(Money.kobo(BigInt(kobo)).toDecimalString());
    return { wallets: naira(row.wallets), provider: naira(row.provider), bank: naira(row.bank) };
  }
}
