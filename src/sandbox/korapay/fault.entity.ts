import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Behaviour, FaultRoute } from './fault-injection';

/** A configured fault of the simulator; `SandboxSchema` creates the table. */
@Entity('fault', { schema: 'sandbox', synchronize: false })
export class SandboxFault {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  route: FaultRoute;

  /** One charge; every charge when null. */
  @Column('text', { nullable: true })
  reference: string | null;

  /** How many more calls it hits; all of them when null. */
  @Column('integer', { nullable: true })
  remaining: number | null;

  @Column('jsonb')
  behaviour: Behaviour;
}
