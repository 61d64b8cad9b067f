import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Renewals and added traffic: orders for an existing proxy, what they gave, and their keys at the gateway. */
export class AddRenewals1763600027000 implements MigrationInterface {
  name = 'AddRenewals1763600027000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proxy_order
        ADD kind text NOT NULL DEFAULT 'purchase',
        ADD proxy_id integer,
        ADD CONSTRAINT proxy_order_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES proxy(id),
        ADD CONSTRAINT proxy_order_kind_check CHECK (kind IN ('purchase', 'renewal', 'traffic')),
        ADD CONSTRAINT proxy_order_proxy_id_check CHECK ((kind = 'purchase') = (proxy_id IS NULL))`);
    await runner.query(`CREATE INDEX proxy_order_proxy_id_idx ON proxy_order (proxy_id)
      WHERE proxy_id IS NOT NULL`);
    await runner.query(`
      CREATE TABLE proxy_extension (
        order_id integer NOT NULL,
        proxy_id integer NOT NULL,
        added_bytes bigint NOT NULL,
        added_ms bigint NOT NULL,
        taken_bytes bigint DEFAULT 0 NOT NULL,
        taken_ms bigint DEFAULT 0 NOT NULL,
        retract_due_at timestamptz,
        retracted_at timestamptz,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT proxy_extension_pkey PRIMARY KEY (order_id),
        CONSTRAINT proxy_extension_order_id_fkey FOREIGN KEY (order_id) REFERENCES proxy_order(id),
        CONSTRAINT proxy_extension_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES proxy(id),
        CONSTRAINT proxy_extension_amount_check CHECK (taken_bytes BETWEEN 0 AND added_bytes
          AND taken_ms BETWEEN 0 AND added_ms AND added_bytes + added_ms > 0)
      )`);
    await runner.query(`CREATE INDEX proxy_extension_proxy_id_idx ON proxy_extension (proxy_id)`);
    await runner.query(`CREATE INDEX proxy_extension_retract_due_at_idx ON proxy_extension (retract_due_at)
      WHERE retract_due_at IS NOT NULL`);
    await runner.query(`
      CREATE TABLE gateway_extension (
        key uuid NOT NULL,
        account_id integer,
        added_bytes bigint DEFAULT 0 NOT NULL,
        added_ms bigint DEFAULT 0 NOT NULL,
        period_ms bigint DEFAULT 0 NOT NULL,
        taken_bytes bigint DEFAULT 0 NOT NULL,
        taken_ms bigint DEFAULT 0 NOT NULL,
        cancelled_at timestamptz,
        retracted_at timestamptz,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT gateway_extension_pkey PRIMARY KEY (key),
        CONSTRAINT gateway_extension_account_id_fkey FOREIGN KEY (account_id) REFERENCES gateway_account(id),
        CONSTRAINT gateway_extension_cancelled_check CHECK ((cancelled_at IS NOT NULL) = (account_id IS NULL))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE gateway_extension`);
    await runner.query(`DROP TABLE proxy_extension`);
    await runner.query(`DROP INDEX proxy_order_proxy_id_idx`);
    await runner.query(`ALTER TABLE proxy_order DROP CONSTRAINT proxy_order_proxy_id_check,
      DROP CONSTRAINT proxy_order_kind_check, DROP CONSTRAINT proxy_order_proxy_id_fkey,
      DROP proxy_id, DROP kind`);
  }
}
