import { Injectable } from '@nestjs/common';
import { type Page, type Paged, toOffset } from '../../common/http/pagination.dto';
import { sourcesOf } from '../../common/state-machine';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  type ListedPurchase,
  type NewPurchase,
  type PendingPurchase,
  PURCHASE_MOVES,
  type PurchaseStatus,
  SupplyPurchase,
} from './purchase.entity';

/** How long an unknown purchase stays with the provider before staff may decide about it. */
export const DECIDABLE_HOURS = 6;
/** Longer than a call takes at most: what is older belongs to a process that is dead. */
const ABANDONED = `interval '2 minutes'`;

const DECIDABLE = `(p.status = 'unknown' AND p.listed_at >= p.sent_at + interval '${DECIDABLE_HOURS} hours')`;

const COLUMNS = `p.id, p.provider_id AS "providerId", p.kind, p.status, p.country, p.quantity, p.period,
  p.unit_id AS "unitId", p.address, p.expected_micros::text AS "expectedMicros",
  p.total_micros::text AS "totalMicros", p.order_ref AS "orderRef", p.delivered, p.error,
  u.name AS "requestedBy", p.sent_at AS "sentAt", p.listed_at AS "listedAt",
  p.finished_at AS "finishedAt", p.created_at AS "createdAt", ${DECIDABLE} AS "isDecidable"`;

const PENDING = `p.id, p.provider_id AS "providerId", p.kind, p.status, p.country, p.quantity, p.period,
  p.unit_id AS "unitId", p.address, p.ended_at AS "endedAt", p.expected_micros::text AS "expectedMicros",
  p.known_addresses AS "knownAddresses", p.order_ref AS "orderRef", p.delivered`;

interface Change {
  readonly orderRef?: string;
  readonly totalMicros?: bigint | null;
  readonly knownAddresses?: readonly string[];
  readonly endedAt?: Date | null;
  readonly delivered?: number;
  readonly error?: string | null;
}

/** SQL, since every move is a comparison with the state before it and the clock is the database's. */
@Injectable()
export class PurchaseRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns its id. @throws a unique violation while another one of the provider has no known outcome. */
  async open(purchase: NewPurchase): Promise<number> {
    const { identifiers } = await this.uow.requireTransaction().insert(SupplyPurchase, {
      ...purchase,
      knownAddresses: [...purchase.knownAddresses],
      status: 'open',
    });
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
  findDue(limit: number): Promise<PendingPurchase[]> {
    return this.uow.manager
      .query<PendingRow[]>(
        `SELECT ${PENDING} FROM supply_purchase p WHERE p.status IN ('ordered', 'unknown')
           AND (p.listed_at IS NULL OR p.listed_at < now() - greatest(interval '10 seconds',
             least((now() - p.sent_at) / 20, interval '10 minutes')))
         ORDER BY p.listed_at NULLS FIRST, p.id LIMIT $1`,
        [limit],
      )
      .then((rows) => rows.map(toPending));
  }

  async findPending(id: number): Promise<PendingPurchase | null> {
    const [row] = await this.uow.manager.query<PendingRow[]>(
      `SELECT ${PENDING} FROM supply_purchase p WHERE p.id = $1`,
      [id],
    );
    return row ? toPending(row) : null;
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

  async findById(id: number): Promise<ListedPurchase | null> {
    const [row] = await this.uow.manager.query<Row[]>(
      `SELECT ${COLUMNS} FROM supply_purchase p LEFT JOIN users u ON u.id = p.requested_by WHERE p.id = $1`,
      [id],
    );
    return row ? toListed(row) : null;
  }

  async findByKey(requestedBy: number, key: string): Promise<ListedPurchase | null> {
    const [row] = await this.uow.manager.query<{ id: number }[]>(
      `SELECT id FROM supply_purchase WHERE requested_by = $1 AND idempotency_key = $2`,
      [requestedBy, key],
    );
    return row ? this.findById(row.id) : null;
  }

  /** The newest first. */
  async findPage(providerId: number, page: Page): Promise<Paged<ListedPurchase>> {
    const [rows, [counted]] = await this.uow.all<[Row[], [{ total: number }]]>(
      () =>
        this.uow.manager.query(
          `SELECT ${COLUMNS} FROM supply_purchase p LEFT JOIN users u ON u.id = p.requested_by
           WHERE p.provider_id = $1 ORDER BY p.created_at DESC, p.id DESC LIMIT $2 OFFSET $3`,
          [providerId, page.perPage, toOffset(page)],
        ),
      () =>
        this.uow.manager.query(
          `SELECT count(*)::int AS total FROM supply_purchase WHERE provider_id = $1`,
          [providerId],
        ),
    );
    return { rows: rows.map(toListed), total: counted.total, page };
  }

  /** Units that are ordered anywhere and not in stock yet, by country. */
  async findExpected(): Promise<Map<string, number>> {
    const rows = await this.uow.manager.query<{ country: string; count: number }[]>(
      `SELECT country, sum(quantity - delivered)::int AS count FROM supply_purchase
       WHERE kind = 'buy' AND status NOT IN ('delivered', 'failed', 'not_bought')
       GROUP BY country`,
    );
    return new Map(rows.map(({ country, count }) => [country, count]));
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

type Micros = 'expectedMicros' | 'totalMicros';
type Row = Omit<ListedPurchase, Micros> & Record<Micros, string | null>;
type PendingRow = Omit<PendingPurchase, 'expectedMicros'> & { expectedMicros: string };

const toListed = (row: Row): ListedPurchase => ({
  ...row,
  expectedMicros: BigInt(row.expectedMicros!),
  totalMicros: row.totalMicros === null ? null : BigInt(row.totalMicros),
});

const toPending = (row: PendingRow): PendingPurchase => ({
  ...row,
  expectedMicros: BigInt(row.expectedMicros),
});
