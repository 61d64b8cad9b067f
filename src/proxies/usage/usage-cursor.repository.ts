import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsageCursor } from './usage-cursor.entity';

/** `lease` is SQL: its upsert compares the stored lease with the clock of the database. */
@Injectable()
export class UsageCursorRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Leases the feed. @returns null while another worker has the lease. */
  async lease(provider: string): Promise<{ cursor: string | null } | null> {
    const rows: { cursor: string | null }[] = await this.uow.manager.query(
      `INSERT INTO usage_cursor AS u (provider, leased_until) VALUES ($1, now() + interval '1 minute')
       ON CONFLICT (provider) DO UPDATE SET leased_until = excluded.leased_until
       WHERE u.leased_until <= now() RETURNING cursor`,
      [provider],
    );
    return rows[0] ?? null;
  }

  /** Stores the cursor and extends the lease. */
  async advance(provider: string, cursor: string): Promise<void> {
    await this.uow.manager.update(
      UsageCursor,
      { provider },
      { cursor, leasedUntil: () => `now() + interval '1 minute'` },
    );
  }

  async release(provider: string): Promise<void> {
    await this.uow.manager.update(UsageCursor, { provider }, { leasedUntil: () => 'now()' });
  }
}
