import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The filters of the back office's lists join the search indexes, so that a search with a filter reads only rows that match both. */
export class AddFiltersToSearchIndexes1763600013000 implements MigrationInterface {
  name = 'AddFiltersToSearchIndexes1763600013000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE EXTENSION IF NOT EXISTS btree_gin`);
    await this.drop(queryRunner);
    await queryRunner.query(
      `CREATE INDEX users_search_idx ON users USING gin (status, role, name gin_trgm_ops, ((email)::text) gin_trgm_ops, phone gin_trgm_ops)`,
    );
    await queryRunner.query(
      `CREATE INDEX audit_log_search_idx ON audit_log USING gin (category, severity, details gin_trgm_ops, target gin_trgm_ops, actor_name gin_trgm_ops, action gin_trgm_ops, ip gin_trgm_ops)`,
    );
    await queryRunner.query(
      `CREATE INDEX wallet_transaction_search_idx ON wallet_transaction USING gin (status, type, reference gin_trgm_ops, description gin_trgm_ops)`,
    );
    await queryRunner.query(
      `CREATE INDEX proxy_search_idx ON proxy USING gin (status, type, ((uuid)::text) gin_trgm_ops, username gin_trgm_ops, ip gin_trgm_ops)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await this.drop(queryRunner);
    await queryRunner.query(
      `CREATE INDEX users_search_idx ON users USING gin (name gin_trgm_ops, ((email)::text) gin_trgm_ops, phone gin_trgm_ops)`,
    );
    await queryRunner.query(
      `CREATE INDEX audit_log_search_idx ON audit_log USING gin (details gin_trgm_ops, target gin_trgm_ops, actor_name gin_trgm_ops, action gin_trgm_ops, ip gin_trgm_ops)`,
    );
    await queryRunner.query(
      `CREATE INDEX wallet_transaction_search_idx ON wallet_transaction USING gin (reference gin_trgm_ops, description gin_trgm_ops)`,
    );
    await queryRunner.query(
      `CREATE INDEX proxy_search_idx ON proxy USING gin (((uuid)::text) gin_trgm_ops, username gin_trgm_ops, ip gin_trgm_ops)`,
    );
    await queryRunner.query(`DROP EXTENSION btree_gin`);
  }

  private async drop(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['users', 'audit_log', 'wallet_transaction', 'proxy'])
      await queryRunner.query(`DROP INDEX ${table}_search_idx`);
  }
}
