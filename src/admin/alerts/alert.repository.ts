import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { AlertRecord } from './alert.entity';
import type { Alert, AlertCondition, AlertKind } from './alert.types';

const RETENTION_DAYS = 400;
const MAX_OPEN = 100;

@Injectable()
export class AlertRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Critical alerts first, then the oldest. */
  findOpen(): Promise<Alert[]> {
    return this.uow.manager.getRepository(AlertRecord).find({
      select: { id: true, kind: true, key: true, severity: true, message: true, openedAt: true },
      where: { closedAt: IsNull() },
      order: { severity: 'ASC', openedAt: 'ASC', id: 'ASC' },
      take: MAX_OPEN,
    });
  }

  /** @returns false when an alert of the key is open already. */
  async insertIfNew({ kind, key, severity, message }: AlertCondition): Promise<boolean> {
    const { raw } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(AlertRecord)
      .values({ kind, key, severity, message })
      .orIgnore()
      .execute();
    return (raw as unknown[]).length === 1;
  }

  /** Updates severity and message of the open alert. */
  async updateOpen({ key, severity, message }: AlertCondition): Promise<void> {
    const changed = [{ severity: Not(severity) }, { message: Not(message) }];
    await this.uow
      .requireTransaction()
      .getRepository(AlertRecord)
      .update(
        changed.map((change) => ({ key, closedAt: IsNull(), ...change })),
        { severity, message },
      );
  }

  /** Closes the open alerts of these kinds except those with the given keys. */
  async closeResolved(kinds: readonly AlertKind[], openKeys: readonly string[]): Promise<void> {
    await this.uow.manager
      .getRepository(AlertRecord)
      .update(
        { closedAt: IsNull(), kind: In([...kinds]), key: Not(In([...openKeys])) },
        { closedAt: () => 'now()' },
      );
  }

  /** Deletes alerts closed long ago; the audit log still has them. */
  async deleteExpired(): Promise<void> {
    await this.uow.manager
      .createQueryBuilder()
      .delete()
      .from(AlertRecord)
      .where('closed_at < now() - make_interval(days => :days)', { days: RETENTION_DAYS })
      .execute();
  }
}
