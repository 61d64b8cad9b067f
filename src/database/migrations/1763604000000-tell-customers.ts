import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notices by mail: what people want to be told, what they were told, and how the platform finds what
 * is due without looking through everything.
 */
export class TellCustomers1763604000000 implements MigrationInterface {
  name = 'TellCustomers1763604000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE notification_preference (
        user_id integer NOT NULL,
        low_balance boolean NOT NULL,
        low_balance_kobo bigint NOT NULL,
        expiry boolean NOT NULL,
        traffic boolean NOT NULL,
        security boolean NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT notification_preference_low_balance_kobo_check CHECK (low_balance_kobo > 0),
        CONSTRAINT notification_preference_pkey PRIMARY KEY (user_id),
        CONSTRAINT notification_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id)
      )`);
    await queryRunner.query(`
      CREATE TABLE notification_sent (
        user_id integer NOT NULL,
        kind text NOT NULL,
        subject text NOT NULL,
        threshold integer NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT notification_sent_kind_check
          CHECK (kind IN ('low_balance', 'expiry', 'traffic', 'sign_in')),
        CONSTRAINT notification_sent_pkey PRIMARY KEY (user_id, kind, subject, threshold),
        CONSTRAINT notification_sent_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id)
      )`);
    await queryRunner.query(
      `CREATE INDEX notification_sent_sent_at_idx ON notification_sent (sent_at)`,
    );
    await queryRunner.query(`
      CREATE TABLE notification_cursor (
        kind text NOT NULL,
        cursor text,
        CONSTRAINT notification_cursor_pkey PRIMARY KEY (kind)
      )`);

    // When the owner is to be told next. What is due is the left edge of this index, and being told
    // moves a proxy away from it. Indexed as one figure: the planner cannot see that nearly all
    // proxies near their end have been told of, and would read all of them by expires_at.
    await queryRunner.query(`ALTER TABLE proxy ADD expiry_warned smallint NOT NULL DEFAULT 0`);
    await queryRunner.query(`
      CREATE INDEX proxy_expiry_notice_idx ON proxy (
        ((expires_at AT TIME ZONE 'UTC') - CASE expiry_warned WHEN 0 THEN interval '72 hours'
                                           ELSE interval '24 hours' END)
      ) WHERE status = 'active' AND expiry_warned <> 24`);

    // An index over used_bytes would make every reading of the meters rewrite every index of its
    // row. A trigger notices the three moments that matter instead.
    await queryRunner.query(`
      CREATE TABLE traffic_mark (
        proxy_id integer NOT NULL,
        percent smallint NOT NULL,
        reached_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT traffic_mark_percent_check CHECK (percent IN (80, 95, 100)),
        CONSTRAINT traffic_mark_pkey PRIMARY KEY (proxy_id, percent),
        CONSTRAINT traffic_mark_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES proxy (id)
      )`);
    await queryRunner.query(`
      CREATE FUNCTION mark_traffic() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO traffic_mark (proxy_id, percent)
        SELECT NEW.id, mark FROM unnest(ARRAY[80, 95, 100]) AS mark
        WHERE OLD.used_bytes * 100 < NEW.limit_bytes * mark
          AND NEW.used_bytes * 100 >= NEW.limit_bytes * mark
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER proxy_mark_traffic AFTER UPDATE OF used_bytes ON proxy FOR EACH ROW
      WHEN (NEW.used_bytes * 100 >= NEW.limit_bytes * 80
            AND OLD.used_bytes < NEW.limit_bytes)
      EXECUTE FUNCTION mark_traffic()`);

    await queryRunner.query(`CREATE INDEX session_user_id_id_idx ON session (user_id, id)`);
    await queryRunner.query(`ALTER TABLE mail_message ADD reply_to text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE mail_message DROP COLUMN reply_to`);
    await queryRunner.query(`DROP INDEX session_user_id_id_idx`);
    await queryRunner.query(`DROP TRIGGER proxy_mark_traffic ON proxy`);
    await queryRunner.query(`DROP FUNCTION mark_traffic()`);
    await queryRunner.query(`DROP TABLE traffic_mark`);
    await queryRunner.query(`DROP INDEX proxy_expiry_notice_idx`);
    await queryRunner.query(`ALTER TABLE proxy DROP COLUMN expiry_warned`);
    await queryRunner.query(`DROP TABLE notification_cursor`);
    await queryRunner.query(`DROP TABLE notification_sent`);
    await queryRunner.query(`DROP TABLE notification_preference`);
  }
}
