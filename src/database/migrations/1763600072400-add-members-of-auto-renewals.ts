import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who switched an automatic renewal on, so that it counts towards the limits of a member and stops with the membership. The audit
 * log tells it of those that are on.
 */
export class AddMembersOfAutoRenewals1763600072400 implements MigrationInterface {
  name = 'AddMembersOfAutoRenewals1763600072400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE proxy_auto_renewal ADD member_id integer
         CONSTRAINT proxy_auto_renewal_member_id_fkey REFERENCES users (id)`,
    );
    await runner.query(`
      UPDATE proxy_auto_renewal a SET member_id = last.actor_id
      FROM proxy p, LATERAL (
        SELECT l.actor_id FROM audit_log l
        WHERE l.action = 'proxy.auto_renewal_changed' AND l.target = 'proxy:' || p.id
        ORDER BY l.id DESC LIMIT 1) last
      WHERE p.id = a.proxy_id AND a.enabled AND last.actor_id <> p.user_id
        AND EXISTS (SELECT FROM users WHERE id = last.actor_id AND role = 'user')`);
    await runner.query(
      `CREATE INDEX proxy_auto_renewal_member_id_idx ON proxy_auto_renewal (member_id) WHERE member_id IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE proxy_auto_renewal DROP COLUMN member_id`);
  }
}
