import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { KIND_OF_TYPE } from '../../proxies/proxy.types';

export const ANNOUNCEMENT_LEVELS = ['information', 'warning'] as const;
export type AnnouncementLevel = (typeof ANNOUNCEMENT_LEVELS)[number];

/** All customers, or those who have a proxy of a kind in service. */
export const AUDIENCES = ['all', ...Object.values(KIND_OF_TYPE)] as const;
export type Audience = (typeof AUDIENCES)[number];

const isOneOf = (column: string, values: readonly string[]): string =>
  `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`;

/** What staff tell customers on every screen, and in the inbox if they want. */
@Entity('announcement')
@Check('announcement_level_check', isOneOf('level', ANNOUNCEMENT_LEVELS))
@Check('announcement_audience_check', isOneOf('audience', AUDIENCES))
export class Announcement {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  title: string;

  /** Markdown. */
  @Column('text')
  body: string;

  @Column('text')
  level: AnnouncementLevel;

  @Column('text')
  audience: Audience;

  @Column('timestamptz')
  startsAt: Date;

  /** Null until staff end it. */
  @Column('timestamptz', { nullable: true })
  endsAt: Date | null;

  @Column('boolean')
  toInbox: boolean;

  /** The last customer whom the worker has come to; all before have their message if they belong to the audience. */
  @Column('integer', { default: 0 })
  inboxCursor: number;

  @Column('integer', { default: 0 })
  inboxCount: number;

  /** When all had their message. */
  @Column('timestamptz', { nullable: true })
  inboxSentAt: Date | null;

  @ForeignKey('User')
  @Column('integer')
  createdBy: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
