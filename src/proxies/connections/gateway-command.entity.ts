import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type {
  GatewayCommand as Command,
  GatewayReply as Reply,
} from '../../common/gateway/gateway-messages';

/** A request that every gateway answers; deleted with its answers when it is over. The table is unlogged. */
@Entity('gateway_command')
@Check('gateway_command_kind_check', `kind IN ('list', 'close', 'measure')`)
@Check('gateway_command_proxy_check', `(kind = 'measure') = (proxy_id IS NULL)`)
export class GatewayCommand implements Command {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('Proxy', { onDelete: 'CASCADE' })
  @Column('integer', { nullable: true })
  proxyId: number | null;

  @Column('text')
  kind: Command['kind'];

  @Column('text', { nullable: true })
  connectionId: string | null;

  @Column('boolean', { default: false })
  withTargets: boolean;

  @Column('boolean', { default: false })
  withState: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

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
