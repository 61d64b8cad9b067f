import type { Moves } from '../../common/state-machine';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

export const PURCHASE_KINDS = ['buy', 'prolong'] as const;
export type PurchaseKind = (typeof PURCHASE_KINDS)[number];

export const PURCHASE_STATUSES = [
  'open',
  'sent',
  'ordered',
  'unknown',
  'delivered',
  'failed',
  'not_bought',
] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

/** `not_bought` is what staff decide about an unknown one that no listing shows. */
export const PURCHASE_MOVES: Moves<PurchaseStatus> = {
  open: ['sent', 'failed'],
  sent: ['ordered', 'unknown', 'failed', 'delivered'],
  unknown: ['ordered', 'delivered', 'not_bought'],
  ordered: ['delivered'],
  delivered: [],
  failed: [],
  not_bought: [],
};

/** One attempt to buy or prolong at a provider. Written before the call, never deleted, and never sent twice. */
@Entity('supply_purchase')
@Check('supply_purchase_kind_check', `kind IN ('buy', 'prolong')`)
@Check(
  'supply_purchase_status_check',
  `status IN ('open', 'sent', 'ordered', 'unknown', 'delivered', 'failed', 'not_bought')`,
)
@Check('supply_purchase_quantity_check', 'quantity BETWEEN 1 AND 1000')
@Check('supply_purchase_unit_check', `(kind = 'prolong') = (address IS NOT NULL)`)
@Index('supply_purchase_writer_idx', ['providerId'], {
  unique: true,
  where: `status IN ('open', 'sent', 'unknown')`,
})
@Index('supply_purchase_key_idx', ['requestedBy', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
@Index('supply_purchase_provider_idx', ['providerId', 'createdAt'])
export class SupplyPurchase {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('SupplyProvider')
  @Column('integer')
  providerId: number;

  @Column('text')
  kind: PurchaseKind;

  @Column('text')
  status: PurchaseStatus;

  /** ISO code in lower case. */
  @Column('text')
  country: string;

  @Column('integer')
  quantity: number;

  /** As the provider names it, such as `1m`. */
  @Column('text')
  period: string;

  /** The unit that is prolonged. */
  @ForeignKey('StockUnit', { onDelete: 'SET NULL' })
  @Column('integer', { nullable: true })
  unitId: number | null;

  /** Its address, by which the listing is searched: ids change. */
  @Column('text', { nullable: true })
  address: string | null;

  /** Its end before it is prolonged, as the provider listed it. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;

  /** The price that was shown, in millionths of a US dollar. */
  @Column('bigint', { transformer: bigintColumn })
  expectedMicros: bigint;

  /** What the provider says it charged. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  totalMicros: bigint | null;

  /** Its id at the provider, once that is known. */
  @Column('text', { nullable: true })
  orderRef: string | null;

  /** What the account had before: an address that is listed later is from this purchase. */
  @Column('jsonb')
  knownAddresses: string[];

  /** Addresses that are in stock. */
  @Column('integer', { default: 0 })
  delivered: number;

  @Column('text', { nullable: true })
  error: string | null;

  /** Null: automatic. */
  @ForeignKey('User')
  @Column('integer', { nullable: true })
  requestedBy: number | null;

  @Column('text', { nullable: true })
  idempotencyKey: string | null;

  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;

  /** When the account's list was last read for it. */
  @Column('timestamptz', { nullable: true })
  listedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
