import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { Behaviour, FaultRoute, NewFault } from './fault-injection';

/** Configured faults, stored in the database so that they survive a restart. */
@Injectable()
export class FaultInjectionRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async add(fault: NewFault): Promise<void> {
    await this.uow.manager.query(
      `INSERT INTO sandbox.fault (route, reference, remaining, behaviour) VALUES ($1,$2,$3,$4)`,
      [fault.route, fault.reference, fault.times, JSON.stringify(fault.behaviour)],
    );
  }

  /** Consumes the oldest fault that matches this call. */
  async take(route: FaultRoute, reference: string): Promise<Behaviour | null> {
    return this.uow.run(async () => {
      const [row] = await this.uow.requireTransaction().query(
        `SELECT id, behaviour FROM sandbox.fault
         WHERE route = $1 AND (reference IS NULL OR reference = $2)
           AND (remaining IS NULL OR remaining > 0)
         ORDER BY id LIMIT 1 FOR UPDATE`,
        [route, reference],
      );
      if (!row) return null;
      await this.uow
        .requireTransaction()
        .query(`UPDATE sandbox.fault SET remaining = remaining - 1 WHERE id = $1`, [row.id]);
      return row.behaviour;
    });
  }

  list(): Promise<unknown[]> {
    return this.uow.manager.query(
      `SELECT route, reference, remaining, behaviour FROM sandbox.fault ORDER BY id`,
    );
  }

  async clear(): Promise<void> {
    await this.uow.manager.query(`DELETE FROM sandbox.fault`);
  }
}
