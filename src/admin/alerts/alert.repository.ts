import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { Alert, AlertKind, AlertCondition } from './alert.types';

const KEEP_DAYS = 400;

@Injectable()
export class AlertRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** What is open, the worst first, then the oldest. */
  async open(): Promise<Alert[]> {
    const rows = await this.uow.manager.query(
      `SELECT id, kind, key, severity, message, opened_at FROM alert WHERE closed_at IS NULL
       ORDER BY severity, opened_at, id LIMIT 100`,
    );
    return rows.map(({ opened_at, ...alert }: Record<string, unknown>) => ({
      ...alert,
      openedAt: opened_at,
    }));
  }

  /** @returns whether it is news: false when an alert of the key was open. */
  async insert({ kind, key, severity, message }: AlertCondition): Promise<boolean> {
    const rows = await this.uow.requireTransaction().query(
      `INSERT INTO alert (kind, key, severity, message) VALUES ($1, $2, $3, $4)
       ON CONFLICT (key) WHERE closed_at IS NULL DO NOTHING RETURNING id`,
      [kind, key, severity, message],
    );
    return rows.length === 1;
  }

  /** Lets an open alert say what is true now. */
  async reword({ key, severity, message }: AlertCondition): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE alert SET severity = $2, message = $3
       WHERE key = $1 AND closed_at IS NULL AND (severity <> $2 OR message <> $3)`,
      [key, severity, message],
    );
  }

  /** Closes what is open of these kinds, but for the keys that are still in condition. */
  async closeOthers(kinds: readonly AlertKind[], keys: readonly string[]): Promise<void> {
    await this.uow.manager.query(
      `UPDATE alert SET closed_at = now()
       WHERE closed_at IS NULL AND kind = ANY($1::text[]) AND NOT key = ANY($2::text[])`,
      [kinds, keys],
    );
  }

  /** The audit trail still tells of them. */
  async forget(): Promise<void> {
    await this.uow.manager.query(
      `DELETE FROM alert WHERE closed_at < now() - make_interval(days => $1)`,
      [KEEP_DAYS],
    );
  }
}
