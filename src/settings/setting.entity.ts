import { Column, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** One setting of the back office. A missing row means the default; secrets are encrypted text. */
@Entity('setting')
export class Setting {
  @PrimaryColumn('text')
  key: string;

  /** Null after a reset to the default. */
  @Column('jsonb', { nullable: true })
  value: string | number | boolean | null;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;

  @Column('integer', { nullable: true })
  updatedBy: number | null;

  /** Name at the time of the change. */
  @Column('text', { nullable: true })
  updatedByName: string | null;

  /** Version of all settings that this change made; 0 before versions were counted. */
  @Column('integer', { default: 0 })
  version: number;
}
