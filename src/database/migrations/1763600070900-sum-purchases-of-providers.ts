import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the purchases at a provider of this month, and the automatic ones of this day, cost or will, in UTC. The daily
 * limit, the list of providers and the alerts compare with the same sums.
 */
export class SumPurchasesOfProviders1763600070900 implements MigrationInterface {
  name = 'SumPurchasesOfProviders1763600070900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW supply_provider_spending AS
      SELECT p.id AS provider_id, ${sumSince('month')} AS month_micros,
             ${sumSince('day', 'AND s.requested_by IS NULL')} AS automatic_day_micros
      FROM supply_provider p`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW supply_provider_spending`);
  }
}

const sumSince = (unit: 'month' | 'day', condition = ''): string => `(
  SELECT coalesce(sum(coalesce(s.total_micros, s.expected_micros)), 0)::bigint FROM supply_purchase s
  WHERE s.provider_id = p.id AND s.status NOT IN ('failed', 'not_bought') ${condition}
    AND s.created_at >= date_trunc('${unit}', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`;
