import { Injectable } from '@nestjs/common';
import { toPagination, type Page } from '../../common/http/pagination.dto';
import { sourcesOf } from '../../common/state-machine';
import { UnitOfWork } from '../../database/unit-of-work';
import { queryPage } from '../query-page';
import type { SupplyPurchaseResponse, SupplyPurchasesData } from './purchase.dto';
import { PURCHASE_MOVES, SupplyPurchase, type PurchaseStatus } from './purchase.entity';

/** How long an unknown purchase stays with the provider before staff may decide about it. */
export const DECIDABLE_HOURS = 6;
/** Longer than a call takes at most: what is older belongs to a process that is dead. */
const ABANDONED = `interval '2 minutes'`;

const DECIDABLE = `(p.status = 'unknown' AND p.listed_at >= p.sent_at + interval '${DECIDABLE_HOURS} hours')`;

/** Of `SupplyPurchaseResponse`. */
const COLUMNS = `p.id, p.provider_id, p.kind, p.status, p.country, p.quantity, p.period, p.unit_id, p.address,
  p.expected_micros::float8 / 1000000 AS expected_total_usd, p.total_micros::float8 / 1000000 AS total_usd,
  p.order_ref, p.delivered, p.error, u.name AS requested_by, p.sent_at, p.listed_at, p.finished_at, p.created_at,
  ${DECIDABLE} AS decidable`;

const PURCHASES = `supply_purchase p LEFT JOIN users u ON u.id = p.requested_by`;

type Change = Partial<
  Pick<SupplyPurchase, 'orderRef' | 'totalMicros' | 'knownAddresses' | 'endedAt' | 'delivered'>
> & { error?: string };

/** SQL, since every move is a comparison with the state before it and the clock is the database's. */
@Injectable()
export class PurchaseRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns its id. @throws a unique violation while another one of the provider has no known outcome. */
  async open(purchase: Partial<SupplyPurchase>): Promise<number> {
    const { identifiers } = await this.uow
      .requireTransaction()
      .insert(SupplyPurchase, { ...purchase, knownAddresses: [], status: 'open' });
    return (identifiers[0] as { id: number }).id;
  }

  /** @returns whether the purchase was in a state from which it may go there. */
  async move(id: number, to: PurchaseStatus, change: Change = {}): Promise<boolean> {
    const { orderRef, totalMicros, knownAddresses, endedAt, delivered, error } = change;
    const [, moved] = await this.uow.manager.query<[unknown, number]>(
      `UPDATE supply_purchase SET status = $2,
         order_ref = coalesce($4, order_ref), total_micros = coalesce($5::bigint, total_micros),
         known_addresses = coalesce($6::jsonb, known_addresses), delivered = coalesce($7::int, delivered),
         error = $8, ended_at = coalesce($9::timestamptz, ended_at), sent_at = CASE WHEN $2 = 'sent' THEN now() ELSE sent_at END,
         finished_at = CASE WHEN $2 IN ('delivered', 'failed', 'not_bought') THEN now() END
       WHERE id = $1 AND status = ANY ($3::text[])`,
      [
        ...[id, to, sourcesOf(PURCHASE_MOVES, to), orderRef ?? null],
        totalMicros?.toString() ?? null,
        knownAddresses ? JSON.stringify(knownAddresses) : null,
        ...[delivered ?? null, error ?? null, endedAt ?? null],
      ],
    );
    return moved > 0;
  }

  /** Notes that the account's list was read for it, and how much of it is in stock. */
  async recordListing(id: number, delivered: number): Promise<void> {
    await this.uow.manager.query(
      `UPDATE supply_purchase SET listed_at = now(), delivered = $2 WHERE id = $1`,
      [id, delivered],
    );
  }

  /** Staff's decision about an unknown one that no listing has shown for hours. @returns whether it may be. */
  async decideNotBought(id: number): Promise<boolean> {
    const [, moved] = await this.uow.requireTransaction().query<[unknown, number]>(
      `UPDATE supply_purchase p SET status = 'not_bought', finished_at = now()
       WHERE p.id = $1 AND ${DECIDABLE}`,
      [id],
    );
    return moved > 0;
  }

  /** Those whose process died: before the call nothing was bought, after it nobody knows. */
  async settleAbandoned(): Promise<void> {
    await this.uow.manager.query(
      `UPDATE supply_purchase SET status = 'failed', finished_at = now(), error = 'It was never sent.'
       WHERE status = 'open' AND created_at < now() - ${ABANDONED}`,
    );
    await this.uow.manager.query(
      `UPDATE supply_purchase SET status = 'unknown', error = 'The process ended while it was sent.'
       WHERE status = 'sent' AND sent_at < now() - ${ABANDONED}`,
    );
  }

  /** Those to look for in the account's list, the longest without a look first; older ones less often. */
  findDue(limit: number): Promise<SupplyPurchase[]> {
    return this.uow.manager
      .createQueryBuilder(SupplyPurchase, 'p')
      .where(
        `p.status IN ('ordered', 'unknown') AND (p.listed_at IS NULL OR p.listed_at < now() - greatest(
           interval '10 seconds', least((now() - p.sent_at) / 20, interval '10 minutes')))`,
      )
      .orderBy('p.listedAt', 'ASC', 'NULLS FIRST')
      .addOrderBy('p.id')
      .limit(limit)
      .getMany();
  }

  /** The provider's ids of the orders of other purchases. */
  async findOrderRefs(providerId: number, exceptId: number): Promise<Set<string>> {
    const rows = await this.uow.manager.query<{ ref: string }[]>(
      `SELECT order_ref AS ref FROM supply_purchase
       WHERE provider_id = $1 AND id <> $2 AND order_ref IS NOT NULL`,
      [providerId, exceptId],
    );
    return new Set(rows.map(({ ref }) => ref));
  }

  async findById(id: number): Promise<SupplyPurchaseResponse | null> {
    const [row] = await this.uow.manager.query<SupplyPurchaseResponse[]>(
      `SELECT ${COLUMNS} FROM ${PURCHASES} WHERE p.id = $1`,
      [id],
    );
    return row ?? null;
  }

  async findByKey(requestedBy: number, key: string): Promise<SupplyPurchaseResponse | null> {
    const [row] = await this.uow.manager.query<SupplyPurchaseResponse[]>(
      `SELECT ${COLUMNS} FROM ${PURCHASES} WHERE p.requested_by = $1 AND p.idempotency_key = $2`,
      [requestedBy, key],
    );
    return row ?? null;
  }

  /** The newest first. */
  async findPage(providerId: number, page: Page): Promise<SupplyPurchasesData> {
    const from = `${PURCHASES} WHERE p.provider_id = $1`;
    const paged = await queryPage<SupplyPurchaseResponse>(
      this.uow,
      { select: COLUMNS, from, orderBy: 'p.created_at DESC, p.id DESC' },
      [providerId],
      page,
    );
    return { purchases: paged.rows, pagination: toPagination(paged) };
  }

  /** Units of a country that are ordered anywhere and not in stock yet. */
  async countExpected(country: string): Promise<number> {
    const [{ count }] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT coalesce(sum(quantity - delivered), 0)::int AS count FROM supply_purchase
       WHERE kind = 'buy' AND status NOT IN ('delivered', 'failed', 'not_bought') AND country = $1`,
      [country],
    );
    return count;
  }

  /** What purchases of a provider come to, in millionths of a US dollar, made or on the way. */
  async findSpending(providerId: number): Promise<{ month: bigint; automaticToday: bigint }> {
    const [row] = await this.uow.manager.query<{ month: string; today: string }[]>(
      `SELECT month_micros::text AS month, automatic_day_micros::text AS today
       FROM supply_provider_spending WHERE provider_id = $1`,
      [providerId],
    );
    return { month: BigInt(row?.month ?? 0), automaticToday: BigInt(row?.today ?? 0) };
  }

  /** Whether an automatic purchase failed within the hour, so that the next one waits. */
  async hasFailedLately(providerId: number): Promise<boolean> {
    const rows = await this.uow.manager.query<unknown[]>(
      `SELECT FROM supply_purchase WHERE provider_id = $1 AND requested_by IS NULL
         AND status IN ('failed', 'not_bought') AND finished_at > now() - interval '1 hour' LIMIT 1`,
      [providerId],
    );
    return rows.length > 0;
  }
}
