import { Injectable } from '@nestjs/common';
import { getPersonId, type Actor, type ClientInfo, type Role } from '../common/security/actor';
import { prepareStatement } from '../database/prepared-statement';
import { UnitOfWork } from '../database/unit-of-work';
import { toStoredChanges } from './audit-changes.types';
import { AUDIT_ACTIONS, toCategory, type AuditAction, type AuditEntry } from './audit.types';

/** The account that a caller without a session named. */
interface NamedCaller extends ClientInfo, Pick<Actor, 'member'> {
  readonly userId: number;
  readonly name: string;
  readonly role: Role;
}

type UnknownCaller = ClientInfo & { readonly [key in 'userId' | 'name' | 'role']?: undefined };

/** Actor of an audit row: a logged-in user, a caller with an address, or the platform. */
export type AuditActor = Actor | NamedCaller | UnknownCaller | 'system';

const APPEND = prepareStatement(
  'audit.append',
  `INSERT INTO audit_log (actor_id, actor_name, actor_role, ip, user_agent, action, category, severity,
                          target, details, changes)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

/** Writes audit rows in the transaction of the audited change; throws without one. */
@Injectable()
export class AuditService {
  constructor(private readonly uow: UnitOfWork) {}

  async record(subject: AuditActor, entry: AuditEntry): Promise<void> {
    const changes = toStoredChanges(entry);
    await this.uow.executeInTransaction(APPEND, [
      ...toActorColumns(subject),
      entry.action,
      toCategory(entry.action),
      AUDIT_ACTIONS[entry.action][0],
      entry.target,
      withOwner(subject, withKey(subject, entry.details)),
      changes && JSON.stringify(changes),
    ]);
  }

  /** What an actor does to the own account. */
  recordOwn(actor: Actor | NamedCaller, action: AuditAction, details: string): Promise<void> {
    return this.record(actor, { action, target: `user:${actor.userId}`, details });
  }

  /** What a caller without a session does to the account that the caller named. */
  recordNamed(
    { id, name, role }: { readonly id: number; readonly name: string; readonly role: Role },
    client: ClientInfo,
    action: AuditAction,
    details: string,
  ): Promise<void> {
    return this.recordOwn({ ...client, userId: id, name, role }, action, details);
  }
}

/** Tells in the row which API key the actor used. */
const withKey = (subject: AuditActor, details: string): string =>
  subject !== 'system' && 'apiKey' in subject && subject.apiKey
    ? `${details} (with the API key ${subject.apiKey.prefix}…)`
    : details;

/** The row is of the member who acted, or of staff who looked on; it tells for whom. */
const withOwner = (subject: AuditActor, details: string): string =>
  subject !== 'system' && 'member' in subject && subject.member
    ? `${details} (for the account of user ${subject.userId})`
    : details;

function toActorColumns(subject: AuditActor): unknown[] {
  if (subject === 'system') return [null, 'system', 'system', '', ''];
  if ('viewer' in subject && subject.viewer) {
    const { id, name, role } = subject.viewer;
    return [id, name, role, subject.ip, subject.userAgent];
  }
  return [
    subject.userId === undefined ? null : getPersonId(subject),
    subject.name ?? 'anonymous',
    subject.role ?? 'user',
    subject.ip,
    subject.userAgent,
  ];
}
