import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { AlertKind, AlertSeverity } from './alert.types';

/** An alert condition that began; open until the condition ends. */
@Entity('alert')
@Index(['key'], { unique: true, where: 'closed_at IS NULL' })
@Check('alert_severity_check', `severity IN ('warning', 'critical')`)
export class AlertRecord {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  kind: AlertKind;

  @Column('text')
  key: string;

  @Column('text')
  severity: AlertSeverity;

  @Column('text')
  message: string;

  @CreateDateColumn({ type: 'timestamptz' })
  openedAt: Date;

  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;
}
