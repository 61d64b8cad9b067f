import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A network whose provider refuses our account, as gateways report it; removed when a gateway gets through again. */
@Entity('supply_network_refusal')
export class SupplyNetworkRefusal {
  @ForeignKey('SupplyNetwork', { onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  networkId: number;

  /** Of the last refusal. */
  @Column('timestamptz', { default: () => 'now()' })
  refusedAt: Date;
}
