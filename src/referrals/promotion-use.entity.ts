import { Check, Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/**
 * How often a person had something that is for new customers or for each once, by a keyed hash of the mailbox: the same for
 * every account of a person, also after one was deleted.
 */
@Entity('promotion_use')
@Check('promotion_use_uses_check', 'uses > 0')
export class PromotionUse {
  /** `coupon:7`, or `referral`. */
  @PrimaryColumn('text')
  scope: string;

  @PrimaryColumn('text')
  customerHash: string;

  @Column('integer')
  uses: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
