import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** What the public status page shows, in its order. */
export const STATUS_COMPONENTS = {
  api: 'API',
  payments: 'Payments',
  gateway: 'Gateway',
  residential: 'Residential proxies',
  mobile: 'Mobile proxies',
  datacenter: 'Datacenter proxies',
  email: 'Email',
} as const;
export type StatusComponent = keyof typeof STATUS_COMPONENTS;

/** How a component did in a day of Lagos. */
@Entity('status_day')
export class StatusDay {
  @PrimaryColumn('text')
  component: StatusComponent;

  @PrimaryColumn('date')
  day: string;

  @Column('integer')
  minutesObserved: number;

  @Column('integer')
  minutesUp: number;

  /** Observations in a row that found it down, those of the day before included. */
  @Column('integer')
  misses: number;

  @Column('timestamptz')
  observedAt: Date;
}

/** An outage as customers read it. */
@Entity('status_incident')
@Index(['component'], { unique: true, where: 'resolved_at IS NULL' })
export class StatusIncident {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  component: StatusComponent;

  @Column('text')
  title: string;

  @Column('text', { default: '' })
  body: string;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz', { nullable: true })
  resolvedAt: Date | null;
}
