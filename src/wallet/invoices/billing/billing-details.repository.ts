import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../database/unit-of-work';
import type { Buyer } from '../invoice.types';
import { BillingDetails } from './billing-details.entity';

/** SQL where the user's row is locked. */
@Injectable()
export class BillingDetailsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async find(userId: number): Promise<Buyer | null> {
    const row = await this.uow.manager.findOneBy(BillingDetails, { userId });
    return row && { name: row.name, address: row.address, tin: row.tin, email: row.email };
  }

  /** Locks the user until the unit of work ends: a closure erases the details. @returns whether the account is open. */
  async lockOpenAccount(userId: number): Promise<boolean> {
    const rows = await this.uow
      .requireTransaction()
      .query<unknown[]>(`SELECT FROM users WHERE id = $1 AND closed_at IS NULL FOR SHARE`, [
        userId,
      ]);
    return rows.length > 0;
  }

  async store(userId: number, details: Buyer): Promise<void> {
    await this.uow.requireTransaction().upsert(BillingDetails, { userId, ...details }, ['userId']);
  }

  async remove(userId: number): Promise<void> {
    await this.uow.requireTransaction().delete(BillingDetails, { userId });
  }
}
