import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

/** A word that fits more users than this says nothing about one of them. */
const MOST = 150;

/** Finds whom a search text may mean, so that lists of other things can look for their rows by owner. */
@Injectable()
export class UsersMeantQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** @param pattern for LIKE. @returns ids, the newest users first. */
  async find(pattern: string): Promise<number[]> {
    const rows = await this.uow.manager.query(
      `SELECT t.id FROM users t WHERE t.name ILIKE $1 OR t.email::text ILIKE $1
       ORDER BY t.created_at DESC, t.id DESC LIMIT ${MOST}`,
      [pattern],
    );
    return rows.map((row: { id: number }) => row.id);
  }
}
