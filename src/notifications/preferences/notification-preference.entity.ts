import { Check, Column, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

/** Preferences of a user who changed them; all others have the defaults. */
@Entity('notification_preference')
@Check('notification_preference_low_balance_kobo_check', 'low_balance_kobo > 0')
export class NotificationPreference {
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  @Column('boolean')
  lowBalance: boolean;

  /** Kobo below which the balance counts as low. */
  @Column('bigint', { transformer: bigintColumn })
  lowBalanceKobo: bigint;

  @Column('boolean')
  expiry: boolean;

  @Column('boolean')
  traffic: boolean;

  @Column('boolean')
  security: boolean;

  @Column('boolean', { default: false })
  weeklySummary: boolean;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
