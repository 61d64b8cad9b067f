import { Injectable } from '@nestjs/common';
import { UnitOfWork } from './unit-of-work';

/**
 * The time of the database. Ages, leases and deadlines of stored rows are decided by it, so that a process
 * whose own clock is wrong neither expires, fails nor repeats anything early.
 */
@Injectable()
export class DatabaseClock {
  constructor(private readonly uow: UnitOfWork) {}

  /** Also inside a transaction the time of the call: the transaction may have waited for a lock. */
  async now(): Promise<Date> {
    const [row] = await this.uow.manager.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
    return row.now;
  }

  async in(milliseconds: number): Promise<Date> {
    return new Date((await this.now()).getTime() + milliseconds);
  }
}
