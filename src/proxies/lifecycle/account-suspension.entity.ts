import { CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** An owner whose account is out of use: none of their proxies serves while this row stands. */
@Entity('proxy_owner_hold')
export class AccountSuspension {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
