import { CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * A customer who wants to know what goes to which host. A trigger notifies the gateways, which read the proxies concerned
 * through the view `gateway_counted_proxy`.
 */
@Entity('usage_target_choice')
export class UsageTargetChoice {
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
