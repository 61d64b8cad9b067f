import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a provider's usage feed has been read. */
@Entity('usage_cursor')
export class UsageCursor {
  @PrimaryColumn('text')
  provider: string;

  /** In the provider's own words; null before the first reading. */
  @Column('text', { nullable: true })
  cursor: string | null;

  /** Until then one worker is reading and the others leave it alone. */
  @Column('timestamptz')
  leasedUntil: Date;
}
