import { Injectable } from '@nestjs/common';
import { getPersonId, type Actor, type ClientInfo, type Role } from '../common/security/actor';
import type { UnitOfWork } from '../database/unit-of-work';
import { toStoredChanges } from './audit-changes.types';
import { AuditRepository } from './audit.repository';
import { AUDIT_ACTIONS, type AuditEntry } from './audit.types';

/** The account that a caller without a session named. */
interface NamedCaller extends ClientInfo, Pick<Actor, 'member'> {
  readonly userId: number;
  readonly name: string;
  readonly role: Role;
}

type UnknownCaller = ClientInfo & { readonly [key in 'userId' | 'name' | 'role']?: undefined };

/** Actor of an audit row: a logged-in user, a caller with an address, or the platform. */
export type AuditActor = Actor | NamedCaller | UnknownCaller | 'system';

/** Writes audit rows in the transaction of the audited change; throws without one. */
@Injectable()
export class AuditService {
  constructor(private readonly repository: AuditRepository) {}

  /** For scripts that run without the application around them. */
  static forUnitOfWork(uow: UnitOfWork): AuditService {
    return new AuditService(new AuditRepository(uow));
  }

  async record(subject: AuditActor, entry: AuditEntry): Promise<void> {
    const { category, severity } = AUDIT_ACTIONS[entry.action];
    await this.repository.append({
      ...toActorColumns(subject),
      action: entry.action,
      category,
      severity,
      target: entry.target,
      details: withOwner(subject, withKey(subject, entry.details)),
      changes: toStoredChanges(entry),
    });
  }
}

/** Tells in the row which API key the actor used. */
const withKey = (subject: AuditActor, details: string): string =>
  subject !== 'system' && 'apiKey' in subject && subject.apiKey
    ? `${details} (with the API key ${subject.apiKey.prefix}…)`
    : details;

/** The row is of the member who acted; it tells for whom. */
const withOwner = (subject: AuditActor, details: string): string =>
  subject !== 'system' && 'member' in subject && subject.member
    ? `${details} (for the account of user ${subject.userId})`
    : details;

function toActorColumns(subject: AuditActor) {
  if (subject === 'system')
    return { actorId: null, actorName: 'system', actorRole: 'system', ip: '', userAgent: '' };
  return {
    actorId: subject.userId === undefined ? null : getPersonId(subject),
    actorName: subject.name ?? 'anonymous',
    actorRole: subject.role ?? 'user',
    ip: subject.ip,
    userAgent: subject.userAgent,
  };
}
