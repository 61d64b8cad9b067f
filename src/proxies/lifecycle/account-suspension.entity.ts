import { CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A suspended account: none of its proxies is active while this row exists. */
@Entity('account_suspension')
export class AccountSuspension {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
