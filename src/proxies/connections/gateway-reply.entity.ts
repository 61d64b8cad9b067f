import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { GatewayReply as Reply } from '../../common/gateway/gateway-messages';

/** The answer of one gateway process to a command. The table is unlogged. */
@Entity('gateway_reply')
export class GatewayReply {
  @ForeignKey('GatewayCommand', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  commandId: string;

  /** Of the process. */
  @PrimaryColumn('text')
  holder: string;

  @Column('jsonb')
  body: Reply;
}
