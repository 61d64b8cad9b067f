import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Trigram indexes for the search boxes of the back office. */
export class AddSearchIndexes1763600010000 implements MigrationInterface {
  name = 'AddSearchIndexes1763600010000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm`);
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
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX proxy_search_idx`);
    await queryRunner.query(`DROP INDEX wallet_transaction_search_idx`);
    await queryRunner.query(`DROP INDEX audit_log_search_idx`);
    await queryRunner.query(`DROP INDEX users_search_idx`);
  }
}
