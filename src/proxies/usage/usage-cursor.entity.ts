import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Position in the usage feed of a provider. */
@Entity('usage_cursor')
export class UsageCursor {
  @PrimaryColumn('text')
  provider: string;

  /** Opaque cursor of the provider; null before the first page. */
  @Column('text', { nullable: true })
  cursor: string | null;

  /** End of the lease of the reading worker. */
  @Column('timestamptz')
  leasedUntil: Date;
}
