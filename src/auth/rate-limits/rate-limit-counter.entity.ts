import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often something was tried on one account; the memory of the strict limits. */
@Entity('rate_limit_counter')
@Index(['expiresAt'])
export class RateLimitCounter {
  /** SHA-256 of what is counted, so that the table is no list of addresses people tried. */
  @PrimaryColumn('text')
  key: string;

  @Column('integer')
  attempts: number;

  /** No further try before this moment. */
  @Column('timestamptz', { nullable: true })
  blockedUntil: Date | null;

  /** Counting restarts after this moment. */
  @Column('timestamptz')
  expiresAt: Date;
}
