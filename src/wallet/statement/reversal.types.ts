import { ApiProperty, OmitType } from '@nestjs/swagger';
import { toNairaSql } from '../../database/naira';

export const REVERSAL_KINDS = ['refund', 'chargeback'] as const;
export type ReversalKind = (typeof REVERSAL_KINDS)[number];

const AMOUNT = 'Whole naira, at most the amount of the earlier one';

/** A transaction that gave back or took back all or part of an earlier one. */
export class ReversalResponse {
  @ApiProperty({ type: 'number', description: 'Of its own transaction.' })
  id: number;
  @ApiProperty()
  reference: string;
  @ApiProperty({ type: 'number', description: `${AMOUNT}.`, example: 22_400 })
  amount: number;
  @ApiProperty({ enum: REVERSAL_KINDS, enumName: 'ReversalKind' })
  kind: ReversalKind;
}

export class AdminReversalResponse extends OmitType(ReversalResponse, ['amount']) {
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: `${AMOUNT}; null for a sub-admin.`,
    example: 22_400,
  })
  amount: number | null;
}

/** @param select of the id, reference, kobo and kind of each. */
const toReversalsSql = (select: string, money: boolean): string =>
  `(SELECT coalesce(json_agg(json_build_object('id', r.id, 'reference', r.reference, 'kind', r.kind,
      'amount', ${money ? toNairaSql('r.kobo') : 'NULL'}) ORDER BY r.id), '[]') FROM (${select}) r)`;

/** SQL for the `ReversalResponse`s of a transaction. Disputes that were won are none. @param id SQL of its id. */
export const transactionReversals = (id: string, money = true): string =>
  toReversalsSql(
    `SELECT w.id, w.reference, w.amount_kobo AS kobo, 'refund' AS kind FROM wallet_transaction w WHERE w.refund_of = ${id}
     UNION ALL
     SELECT w.id, w.reference, c.amount_kobo, CASE c.kind WHEN 'chargeback' THEN c.kind ELSE 'refund' END
     FROM payment y JOIN payment_chargeback c ON c.payment_id = y.id JOIN wallet_transaction w ON w.id = c.transaction_id
     WHERE y.transaction_id = ${id} AND c.won_at IS NULL`,
    money,
  );

/**
 * SQL for the refunds of the purchase and the renewals of a proxy, but for those of other proxies that were bought with
 * it. @param proxy alias of `proxy`.
 */
export const proxyReversals = (proxy: string, money = true): string =>
  toReversalsSql(
    `SELECT w.id, w.reference, w.amount_kobo AS kobo, 'refund' AS kind
     FROM (SELECT b.transaction_id FROM proxy_order b WHERE b.id = ${proxy}.order_id
           UNION ALL SELECT x.transaction_id FROM proxy_order x WHERE x.proxy_id = ${proxy}.id) charge
     JOIN wallet_transaction w ON w.refund_of = charge.transaction_id
     WHERE coalesce(w.metadata ->> 'proxy_id', ${proxy}.id::text) = ${proxy}.id::text`,
    money,
  );
