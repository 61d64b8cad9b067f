import type { MigrationInterface, QueryRunner } from 'typeorm';

/** E-mail notifications: preferences, what was sent, and traffic thresholds recorded by a trigger. */
export class CreateNotifications1763600007000 implements MigrationInterface {
  name = 'CreateNotifications1763600007000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE notification_preference (
        user_id integer NOT NULL,
        low_balance boolean NOT NULL,
        low_balance_kobo bigint NOT NULL,
        expiry boolean NOT NULL,
        traffic boolean NOT NULL,
        security boolean NOT NULL,
        updated_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT notification_preference_pkey PRIMARY KEY (user_id),
        CONSTRAINT notification_preference_low_balance_kobo_check CHECK (low_balance_kobo > 0),
        CONSTRAINT notification_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
      )
    `);
    await queryRunner.query(`
      CREATE TABLE notification_sent (
        user_id integer NOT NULL,
        kind text NOT NULL,
        subject text NOT NULL,
        threshold integer NOT NULL,
        sent_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT notification_sent_pkey PRIMARY KEY (user_id, kind, subject, threshold),
        CONSTRAINT notification_sent_kind_check CHECK (kind IN ('low_balance', 'expiry', 'traffic', 'sign_in')),
        CONSTRAINT notification_sent_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
      )
    `);
    await queryRunner.query(
      `CREATE INDEX notification_sent_sent_at_idx ON notification_sent (sent_at)`,
    );
    await queryRunner.query(`
      CREATE TABLE notification_cursor (
        kind text NOT NULL,
        cursor text,
        CONSTRAINT notification_cursor_pkey PRIMARY KEY (kind)
      )
    `);
    await queryRunner.query(`
      CREATE TABLE traffic_threshold (
        proxy_id integer NOT NULL,
        percent smallint NOT NULL,
        reached_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT traffic_threshold_pkey PRIMARY KEY (proxy_id, percent),
        CONSTRAINT traffic_threshold_percent_check CHECK (percent IN (80, 95, 100)),
        CONSTRAINT traffic_threshold_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES proxy(id)
      )
    `);
    await queryRunner.query(`
      CREATE FUNCTION record_traffic_thresholds() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO traffic_threshold (proxy_id, percent)
        SELECT NEW.id, mark FROM unnest(ARRAY[80, 95, 100]) AS mark
        WHERE OLD.used_bytes * 100 < NEW.limit_bytes * mark
          AND NEW.used_bytes * 100 >= NEW.limit_bytes * mark
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END
      $$
    `);
    await queryRunner.query(`
      CREATE TRIGGER proxy_record_traffic_thresholds AFTER UPDATE OF used_bytes ON proxy
      FOR EACH ROW WHEN ((((new.used_bytes * 100) >= (new.limit_bytes * 80)) AND (old.used_bytes < new.limit_bytes))) EXECUTE FUNCTION record_traffic_thresholds()
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER proxy_record_traffic_thresholds ON proxy`);
    await queryRunner.query(`DROP TABLE traffic_threshold`);
    await queryRunner.query(`DROP TABLE notification_cursor`);
    await queryRunner.query(`DROP TABLE notification_sent`);
    await queryRunner.query(`DROP TABLE notification_preference`);
    await queryRunner.query(`DROP FUNCTION record_traffic_thresholds()`);
  }
}
