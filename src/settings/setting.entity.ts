import { Column, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** One setting of the back office. A missing row means the default; secrets are encrypted text. */
@Entity('setting')
export class Setting {
  @PrimaryColumn('text')
  key: string;

  @Column('jsonb')
  value: string | number | boolean;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;

  @Column('integer', { nullable: true })
  updatedBy: number | null;
}
