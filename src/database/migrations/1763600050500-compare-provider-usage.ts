import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What providers say that they have counted, beside what the gateways have. */
export class CompareProviderUsage1763600050500 implements MigrationInterface {
  name = 'CompareProviderUsage1763600050500';

  async up(runner: QueryRunner): Promise<void> {
    // Days are those of UTC, as on the providers' bills.
    await runner.query(`
      CREATE TABLE supply_provider_usage (
        network_id integer NOT NULL,
        day date NOT NULL,
        bytes bigint NOT NULL,
        source text NOT NULL,
        recorded_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT supply_provider_usage_pkey PRIMARY KEY (network_id, day),
        CONSTRAINT supply_provider_usage_network_id_fkey FOREIGN KEY (network_id)
          REFERENCES supply_network (id) ON DELETE CASCADE,
        CONSTRAINT supply_provider_usage_bytes_check CHECK (bytes >= 0),
        CONSTRAINT supply_provider_usage_source_check CHECK (source IN ('api', 'staff'))
      )`);
    // Small days differ by what was under way at midnight.
    await runner.query(`
      CREATE VIEW supply_difference AS
      SELECT p.network_id, p.day, p.bytes, p.source, p.recorded_at, o.own_bytes,
             abs(p.bytes - o.own_bytes) > greatest(0.03 * greatest(p.bytes, o.own_bytes), 10000000) AS is_off
      FROM supply_provider_usage p CROSS JOIN LATERAL (
        SELECT coalesce(sum(h.bytes_up + h.bytes_down), 0)::bigint AS own_bytes FROM supply_network_hour h
        WHERE h.network_id = p.network_id AND h.hour >= p.day::timestamp AT TIME ZONE 'UTC'
          AND h.hour < (p.day + 1)::timestamp AT TIME ZONE 'UTC') AS o`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW supply_difference`);
    await runner.query(`DROP TABLE supply_provider_usage`);
  }
}
