import { CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A suspended account: none of its proxies is active while this row exists. */
@Entity('proxy_owner_hold')
export class AccountSuspension {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
