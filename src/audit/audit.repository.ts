import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { AuditLog } from './audit-log.entity';

export interface NewAuditRow extends Omit<AuditLog, 'id' | 'createdAt' | 'changes'> {
  changes: object | null;
}

@Injectable()
export class AuditRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async append(row: NewAuditRow): Promise<void> {
    await this.uow.requireTransaction().insert(AuditLog, row);
  }
}
