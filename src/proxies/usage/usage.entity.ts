import { Check, Column, Entity, PrimaryColumn, CreateDateColumn, ForeignKey } from 'typeorm';

/** How far the meters are rolled up into the proxies: one row. */
@Entity('usage_rollup')
@Check('usage_rollup_id_check', 'id = 1')
export class UsageRollup {
  @PrimaryColumn('smallint', { default: 1 })
  id: number;

  /** Of the last change of a meter. */
  @Column('timestamptz')
  minute: Date;

  /** The last proxy of that minute. */
  @Column('integer')
  proxyId: number;
}

/**
 * A customer who wants to know what goes to which host. A trigger notifies the gateways, which read the proxies concerned
 * through the view `gateway_counted_proxy`.
 */
@Entity('usage_target_choice')
export class UsageTargetChoice {
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

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
