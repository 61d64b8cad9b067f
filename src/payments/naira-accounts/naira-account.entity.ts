import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';

/** `refused`: it was not made, and another can be asked for. A transfer to it would still be the customer's. */
export const NAIRA_ACCOUNT_STATUSES = ['requested', 'active', 'refused'] as const;
export type NairaAccountStatus = (typeof NAIRA_ACCOUNT_STATUSES)[number];

/**
 * A customer's account number at a bank: transfers to it top up the wallet. The identity that the bank asks for is passed
 * on and not stored.
 */
@Entity('naira_account')
@Unique(['reference'])
@Index('naira_account_open_key', ['userId'], {
  unique: true,
  where: `status IN ('requested', 'active')`,
})
@Index(['userId'])
@Index(['nextCheckAt'], { where: `status = 'requested'` })
@Check('naira_account_status_check', `status IN ('requested', 'active', 'refused')`)
@Check('naira_account_number_check', `(status = 'active') = (number IS NOT NULL)`)
export class NairaAccount {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @Column('text')
  provider: string;

  /** Ours; the provider's key of the account. */
  @Column('text')
  reference: string;

  @Column('text')
  status: NairaAccountStatus;

  @Column('text', { nullable: true })
  number: string | null;

  /** As transfers show it. */
  @Column('text', { nullable: true })
  accountName: string | null;

  @Column('text', { nullable: true })
  bankName: string | null;

  /** Why it was refused. */
  @Column('text', { nullable: true })
  reason: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** Of a request; without meaning once it is decided. */
  @Column('timestamptz', { default: () => 'now()' })
  nextCheckAt: Date;

  @Column('timestamptz', { nullable: true })
  activatedAt: Date | null;
}
