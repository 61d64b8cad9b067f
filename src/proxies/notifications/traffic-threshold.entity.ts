import { Check, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * Outbox row for a traffic threshold that a proxy has reached. A trigger inserts it when
 * `proxy.used_bytes` passes the threshold; the notification deletes it.
 */
@Entity('traffic_threshold')
@Check('traffic_threshold_percent_check', 'percent IN (80, 95, 100)')
export class TrafficThreshold {
  @PrimaryColumn('integer')
  @ForeignKey('Proxy')
  proxyId: number;

  @PrimaryColumn('smallint')
  percent: number;

  @CreateDateColumn({ type: 'timestamptz' })
  reachedAt: Date;
}
