import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

@Injectable()
export class UsageCursorRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Takes the feed for one reader. @returns null while another one has it. */
  async lease(provider: string): Promise<{ cursor: string | null } | null> {
    const rows: { cursor: string | null }[] = await this.uow.manager.query(
      `INSERT INTO usage_cursor AS u (provider, leased_until) VALUES ($1, now() + interval '1 minute')
       ON CONFLICT (provider) DO UPDATE SET leased_until = excluded.leased_until
       WHERE u.leased_until <= now() RETURNING cursor`,
      [provider],
    );
    return rows[0] ?? null;
  }

  /** Keeps the place and the lease. */
  async advance(provider: string, cursor: string): Promise<void> {
    await this.uow.manager.query(
      `UPDATE usage_cursor SET cursor = $2, leased_until = now() + interval '1 minute'
       WHERE provider = $1`,
      [provider, cursor],
    );
  }

  async release(provider: string): Promise<void> {
    await this.uow.manager.query(
      `UPDATE usage_cursor SET leased_until = now() WHERE provider = $1`,
      [provider],
    );
  }
}
