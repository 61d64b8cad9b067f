import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import type { AuditCategory, AuditSeverity } from './audit.types';

export interface NewAuditRow {
  actorId: number | null;
  actorName: string;
  actorRole: string;
  action: string;
  category: AuditCategory;
  target: string;
  severity: AuditSeverity;
  details: string;
  ip: string;
  userAgent: string;
  changes: string | null;
}

@Injectable()
export class AuditRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async append(row: NewAuditRow): Promise<void> {
    await this.uow.requireTransaction().query(
      `INSERT INTO audit_log (actor_id, actor_name, actor_role, action, category, target, severity,
                              details, ip, user_agent, changes)
       VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11)`,
      [
        row.actorId,
        row.actorName,
        row.actorRole,
        row.action,
        row.category,
        row.target,
        row.severity,
        row.details,
        row.ip,
        row.userAgent,
        row.changes,
      ],
    );
  }
}
