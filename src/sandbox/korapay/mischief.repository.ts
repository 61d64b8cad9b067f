import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { Behaviour, MischiefRoute, NewMischief } from './mischief';

/** Programmed misbehaviour, kept in the database so that it survives a restart. */
@Injectable()
export class MischiefRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async add(mischief: NewMischief): Promise<void> {
    await this.uow.manager.query(
      `INSERT INTO sandbox.mischief (route, reference, remaining, behaviour) VALUES ($1,$2,$3,$4)`,
      [mischief.route, mischief.reference, mischief.times, JSON.stringify(mischief.behaviour)],
    );
  }

  /** The oldest that is meant for this call, used up by it. */
  async take(route: MischiefRoute, reference: string): Promise<Behaviour | null> {
    return this.uow.run(async () => {
      const [row] = await this.uow.requireTransaction().query(
        `SELECT id, behaviour FROM sandbox.mischief
         WHERE route = $1 AND (reference IS NULL OR reference = $2)
           AND (remaining IS NULL OR remaining > 0)
         ORDER BY id LIMIT 1 FOR UPDATE`,
        [route, reference],
      );
      if (!row) return null;
      await this.uow
        .requireTransaction()
        .query(`UPDATE sandbox.mischief SET remaining = remaining - 1 WHERE id = $1`, [row.id]);
      return row.behaviour;
    });
  }

  list(): Promise<unknown[]> {
    return this.uow.manager.query(
      `SELECT route, reference, remaining, behaviour FROM sandbox.mischief ORDER BY id`,
    );
  }

  async clear(): Promise<void> {
    await this.uow.manager.query(`DELETE FROM sandbox.mischief`);
  }
}
