import { Injectable } from '@nestjs/common';
import { prepareStatement } from './prepared-statement';
import { UnitOfWork } from './unit-of-work';

const NOW = prepareStatement('clock.now', 'SELECT clock_timestamp() AS now');

/**
 * The time of the database. Ages, leases and deadlines of stored rows are decided by it, so that a process
 * whose own clock is wrong neither expires, fails nor repeats anything early.
 */
@Injectable()
export class DatabaseClock {
  constructor(private readonly uow: UnitOfWork) {}

  /** Also inside a transaction the time of the call: the transaction may have waited for a lock. */
  async now(): Promise<Date> {
    const { rows } = await this.uow.execute<{ now: Date }>(NOW, []);
    return rows[0]!.now;
  }

  async in(milliseconds: number): Promise<Date> {
    return new Date((await this.now()).getTime() + milliseconds);
  }
}
