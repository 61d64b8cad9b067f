import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Commits with a notification wait for each other, all over the database: told of every new account,
 * the gateways made all purchases of the shop queue for one lock. Nobody holds anything about an
 * account before it exists, so only changes are worth telling.
 */
export class TellGatewaysOfChangesOnly1763608000000 implements MigrationInterface {
  name = 'TellGatewaysOfChangesOnly1763608000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.tell(queryRunner, 'UPDATE');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await this.tell(queryRunner, 'INSERT OR UPDATE');
  }

  private async tell(queryRunner: QueryRunner, of: string): Promise<void> {
    await queryRunner.query(`DROP TRIGGER gateway_account_tell ON gateway_account`);
    await queryRunner.query(`
      CREATE TRIGGER gateway_account_tell AFTER ${of} ON gateway_account
      FOR EACH ROW EXECUTE FUNCTION tell_gateway_account()`);
  }
}
