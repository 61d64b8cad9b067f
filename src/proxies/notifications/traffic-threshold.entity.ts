import { Check, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * A share of its traffic that a proxy has reached and nobody was told of yet. A trigger writes it
 * when `proxy.used_bytes` passes the mark; telling takes it away.
 */
@Entity('traffic_mark')
@Check('traffic_mark_percent_check', 'percent IN (80, 95, 100)')
export class TrafficThreshold {
  @PrimaryColumn('integer')
  @ForeignKey('Proxy')
  proxyId: number;

  @PrimaryColumn('smallint')
  percent: number;

  @CreateDateColumn({ type: 'timestamptz' })
  reachedAt: Date;
}
