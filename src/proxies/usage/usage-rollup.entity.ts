import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

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
