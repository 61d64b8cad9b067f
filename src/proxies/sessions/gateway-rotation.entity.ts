import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** How often a session was rotated by request. The gateway computes the exit from the number; no row is 0. */
@Entity('gateway_rotation')
export class GatewayRotation {
  @ForeignKey('Proxy', { onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  proxyId: number;

  @PrimaryColumn('text')
  session: string;

  @Column('integer')
  rotations: number;

  @Column('timestamptz')
  rotatedAt: Date;
}
