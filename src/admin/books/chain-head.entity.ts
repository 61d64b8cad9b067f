import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The heads of the hash chains at one day, as exported. Append-only. */
@Entity('chain_head')
export class ChainHead {
  /** In the shop's zone, `YYYY-MM-DD`. */
  @PrimaryColumn('date')
  day: string;

  /** Content of the exported file. */
  @Column('text')
  content: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
