import { Check, Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/**
 * How often a person had something that is for new customers or for each once, by a keyed hash of the mailbox: the same for
 * every account of a person, also after one was deleted.
 */
@Entity('promotion_use')
@Check('promotion_use_uses_check', 'uses > 0')
export class PromotionUse {
  /** `coupon:7`, `referral` or `trial`; `trial-address` and `trial-domain:2026-12-27` are counted by other keys than the mailbox. */
  @PrimaryColumn('text')
  scope: string;

  @PrimaryColumn('text')
  customerHash: string;

  @Column('integer')
  uses: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
