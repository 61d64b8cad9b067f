import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';

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

/** How much of a component an incident concerns, the least first. Probes find an outage. */
export const INCIDENT_IMPACTS = ['degraded', 'partial_outage', 'outage'] as const;
export type IncidentImpact = (typeof INCIDENT_IMPACTS)[number];

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

/** A problem as customers read it. */
@Entity('status_incident')
@Index(['component'], { unique: true, where: 'resolved_at IS NULL AND NOT manual' })
@Check(
  'status_incident_impact_check',
  `impact IN (${INCIDENT_IMPACTS.map((impact) => `'${impact}'`).join(', ')})`,
)
export class StatusIncident {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  component: StatusComponent;

  @Column('text')
  title: string;

  @Column('text', { default: '' })
  body: string;

  @Column('text', { default: 'outage' })
  impact: IncidentImpact;

  /** Whether staff opened it: then the probes do not resolve it. */
  @Column('boolean', { default: false })
  manual: boolean;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz', { nullable: true })
  resolvedAt: Date | null;
}

/** What staff post about an incident while it lasts. */
@Entity('status_update')
export class StatusUpdate {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Index()
  @ForeignKey('StatusIncident')
  @Column('integer')
  incidentId: number;

  @Column('text')
  body: string;

  @ForeignKey('User')
  @Column('integer')
  createdBy: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
