import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';

/** Reads of what keeps an account open. */
@Injectable()
export class AccountClosureQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Whether money or goods of this user are still on their way. */
  async hasWorkInProgress(userId: number): Promise<boolean> {
    const [row] = await this.uow.manager.query<{ busy: boolean }[]>(
      `SELECT EXISTS (SELECT FROM payment WHERE user_id = $1 AND (status = 'review'
                OR (status IN ('created', 'pending') AND expires_at > now())))
           OR EXISTS (SELECT FROM proxy_order WHERE user_id = $1
                      AND status IN ('charged', 'unknown')) AS busy`,
      [userId],
    );
    return row!.busy;
  }
}
