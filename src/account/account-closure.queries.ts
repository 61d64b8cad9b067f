import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';

/** Reads of what keeps an account open. */
@Injectable()
export class AccountClosureQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Whether money of this user is still on its way. */
  async hasWorkInProgress(userId: number): Promise<boolean> {
    const [row] = await this.uow.manager.query<{ busy: boolean }[]>(
      `SELECT EXISTS (SELECT FROM payment WHERE user_id = $1 AND (status = 'review'
                OR (status IN ('created', 'pending') AND expires_at > now()))) AS busy`,
      [userId],
    );
    return row!.busy;
  }
}
