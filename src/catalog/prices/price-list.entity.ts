import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { PriceList } from './price-list.types';

/**
 * A version of the price list. Versions are added and never changed; the latest one that has begun and is not cancelled
 * is in force.
 */
@Entity('price_list')
@Index(['effectiveAt', 'id'], { where: 'cancelled_at IS NULL' })
export class PriceListVersion {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('timestamptz')
  effectiveAt: Date;

  @Column('jsonb')
  prices: PriceList;

  @Column('text')
  reason: string;

  /** Null: the shop's first list. */
  @ForeignKey('User')
  @Column('integer', { nullable: true })
  authorId: number | null;

  /** Name at the time of the change. */
  @Column('text')
  authorName: string;

  /** Only before it has begun. */
  @Column('timestamptz', { nullable: true })
  cancelledAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
