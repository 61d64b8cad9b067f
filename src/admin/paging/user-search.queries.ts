import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

/** A term that matches more users than this does not identify any of them. */
const MAX_MATCHES = 150;

/** Finds users by a search text, so that other lists can search by owner. */
@Injectable()
export class UserSearchQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** @param pattern for LIKE. @returns ids, the newest users first. */
  async findIds(pattern: string): Promise<number[]> {
    const rows = await this.uow.manager.query<{ id: number }[]>(
      `SELECT t.id FROM users t WHERE t.name ILIKE $1 OR t.email::text ILIKE $1
       ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_MATCHES}`,
      [pattern],
    );
    return rows.map(({ id }) => id);
  }
}
