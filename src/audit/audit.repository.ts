import { Injectable } from '@nestjs/common';
import { prepareStatement } from '../database/prepared-statement';
import { UnitOfWork } from '../database/unit-of-work';
import type { AuditLog } from './audit-log.entity';

export interface NewAuditRow extends Omit<AuditLog, 'id' | 'createdAt' | 'changes'> {
  changes: object | null;
}

const APPEND = prepareStatement(
  'audit.append',
  `INSERT INTO audit_log (actor_id, actor_name, actor_role, action, category, target, severity,
                          details, ip, user_agent, changes)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

/** SQL, because every change of the application inserts a row and none needs the generated columns. */
@Injectable()
export class AuditRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async append(row: NewAuditRow): Promise<void> {
    await this.uow.executeInTransaction(APPEND, [
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
      row.changes && JSON.stringify(row.changes),
    ]);
  }
}
