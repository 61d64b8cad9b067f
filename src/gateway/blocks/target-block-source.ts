import type { Pool } from 'pg';
import type { TargetBlock } from './target-blocks';

/** Source of what staff have blocked. Rejects when it is unavailable. */
export abstract class TargetBlockSource {
  abstract findAll(): Promise<TargetBlock[]>;
}

/** Reads the table `target_block`. */
export class PgTargetBlockSource extends TargetBlockSource {
  constructor(private readonly pool: Pool) {
    super();
  }

  async findAll(): Promise<TargetBlock[]> {
    const { rows } = await this.pool.query<TargetBlock>(
      `SELECT pattern, ports, kind FROM target_block`,
    );
    return rows;
  }
}
