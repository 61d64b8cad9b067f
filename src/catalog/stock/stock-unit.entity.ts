import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** One dedicated datacenter address; free while `orderId` is null. */
@Entity('stock_unit')
@Unique(['address'])
@Index(['exitNodeId', 'id'], { where: 'order_id IS NULL' })
@Index(['orderId'])
export class StockUnit {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('ExitNode')
  @Column('integer')
  exitNodeId: number;

  @Column('text')
  address: string;

  @ForeignKey('ProxyOrder')
  @Column('integer', { nullable: true })
  orderId: number | null;

  @Column('timestamptz', { nullable: true })
  reservedAt: Date | null;
}
