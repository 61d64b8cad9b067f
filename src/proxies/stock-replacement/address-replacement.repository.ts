import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { AddressReplacement } from './address-replacement.entity';

export interface RecentReplacement {
  readonly oldAddress: string;
  /** When it no longer counts. */
  readonly countsUntil: Date;
}

/** SQL, since the clock of the database decides what is recent. */
@Injectable()
export class AddressReplacementRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Of the last 30 days, oldest first. */
  findRecent(proxyId: number): Promise<RecentReplacement[]> {
    return this.uow.manager.query<RecentReplacement[]>(
      `SELECT old_address AS "oldAddress", created_at + interval '30 days' AS "countsUntil"
       FROM address_replacement WHERE proxy_id = $1 AND created_at > now() - interval '30 days'
       ORDER BY created_at, id`,
      [proxyId],
    );
  }

  async insert(replacement: Omit<AddressReplacement, 'id' | 'createdAt'>): Promise<void> {
    await this.uow.requireTransaction().insert(AddressReplacement, replacement);
  }

  /** Erases what a user wrote, also from the notes of the units. */
  async eraseDetails(userId: number): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.query(
      `UPDATE stock_unit s SET note = replace(s.note, ': ' || r.details, '')
       FROM address_replacement r
       WHERE r.user_id = $1 AND s.address = r.old_address AND position(': ' || r.details IN s.note) > 0`,
      [userId],
    );
    await manager.update(AddressReplacement, { userId }, { details: null });
  }
}
