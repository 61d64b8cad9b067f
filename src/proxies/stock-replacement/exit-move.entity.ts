import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';

/**
 * Moves the proxies on addresses of an exit to other addresses, customer after customer. What is moved is on the exit no
 * more, and each transaction takes the row's lock and moves its cursor, so that nothing is done twice.
 */
@Entity('exit_move')
@Index('exit_move_open_idx', ['exitNodeId'], { unique: true, where: 'finished_at IS NULL' })
@Index('exit_move_exit_node_id_idx', ['exitNodeId', 'id'])
export class ExitMove {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('ExitNode')
  @Column('integer')
  exitNodeId: number;

  @ForeignKey('User')
  @Column('integer')
  startedBy: number;

  @Column('text')
  reason: string;

  /** Proxies on the exit when it began. */
  @Column('integer')
  total: number;

  @Column('integer', { default: 0 })
  moved: number;

  /** For which no address was free. */
  @Column('integer', { default: 0 })
  stayed: number;

  /** Of the last batch; customers are taken in the order of their ids, and their proxies likewise. */
  @Column('integer', { default: 0 })
  lastUserId: number;

  @Column('integer', { default: 0 })
  lastProxyId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
