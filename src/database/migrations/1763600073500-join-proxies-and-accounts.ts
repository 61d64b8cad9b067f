import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of the gateways that named accounts, whose ids become those of the proxies, and how their foreign keys end. */
const REFERRING: Record<string, string | null> = {
  ...{ gateway_meter: '', usage_hour: '', usage_failure: '', gateway_sub_user: '' },
  ...{ gateway_rotation: ' ON DELETE CASCADE', gateway_command: ' ON DELETE CASCADE' },
  ...{ gateway_lease: null, usage_target: null, supply_usage: null },
};
const RENAMED = ['gateway_rotation', 'gateway_sub_user', 'gateway_command'];

/**
 * A proxy is what the gateway serves: one row instead of two that had to agree, with one id. An order is delivered in the
 * transaction that pays it, so that nothing waits for a provider or has to be decided.
 */
export class JoinProxiesAndAccounts1763600073500 implements MigrationInterface {
  name = 'JoinProxiesAndAccounts1763600073500';

  async up(runner: QueryRunner): Promise<void> {
    await assertNothingOpen(runner);
    await assertNoGatewayRuns(runner);
    await runner.query(`
      DROP VIEW gateway_credential, gateway_allowed_address, gateway_counted_proxy, gateway_sub_user_state,
        supply_place_in_use, security_review_item`);
    await joinProxies(runner);
    await renumberAccounts(runner);
    await rewriteFunctions(runner);
    await runner.query(`
      DROP TABLE gateway_account, gateway_extension, gateway_provision, provider_attempt, order_decision, usage_cursor`);
    for (const statement of [...ORDERS, ...TRIGGERS, ...VIEWS, ...ROLLUP])
      await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error(
        'Proxies and accounts of the gateway cannot be separated again: restore a backup from before the upgrade.',
      ),
    );
  }
}

/** What the former release has begun is for its worker to end, which knows what to ask and what to refund. */
async function assertNothingOpen(runner: QueryRunner): Promise<void> {
  const [{ open }] = (await runner.query(`
    SELECT ((SELECT count(*) FROM proxy_order WHERE status IN ('charged', 'unknown'))
      + (SELECT count(*) FROM provider_attempt WHERE cancel_due)
      + (SELECT count(*) FROM auto_renewal_charge WHERE settled_at IS NULL)
      + (SELECT count(*) FROM proxy_extension WHERE retract_due_at IS NOT NULL)
      + (SELECT count(*) FROM proxy WHERE config_request IS NOT NULL OR credentials_due))::int AS open`)) as [
    { open: number },
  ];
  if (open)
    throw new Error(
      `${open} orders or changes of proxies are still in progress. Start the former release until its worker has ended them, then migrate again.`,
    );
}

/** A running gateway has the ids of accounts in memory, and books what it has metered under them when it ends. */
async function assertNoGatewayRuns(runner: QueryRunner): Promise<void> {
  const [{ running }] = (await runner.query(`
    SELECT EXISTS (SELECT FROM gateway WHERE heartbeat_at > now() - interval '15 seconds')
      AND EXISTS (SELECT FROM gateway_account g JOIN proxy p ON p.proxy_api_id = g.api_id WHERE p.id <> g.id)
      AS running`)) as [{ running: boolean }];
  if (running)
    throw new Error(
      'A gateway is running, whose accounts get other ids. Stop the gateways, which saves what they have metered, and migrate again after 15 seconds.',
    );
}

async function joinProxies(runner: QueryRunner): Promise<void> {
  await runner.query(`
    ALTER TABLE proxy ADD password_digest bytea, ADD exit_node_id integer,
      DROP CONSTRAINT proxy_provider_proxy_api_id_key`);
  // Nothing of this is news to customers or gateways.
  await runner.query(`ALTER TABLE proxy DISABLE TRIGGER USER`);
  await runner.query(`
    UPDATE proxy p SET password_digest = g.password_digest, exit_node_id = g.exit_node_id, ip = g.exit_address,
      username = g.username, session_id = g.session_id
    FROM gateway_account g WHERE g.api_id = p.proxy_api_id`);
  // Their addresses were to be released with that.
  await runner.query(`
    WITH ended AS (
      UPDATE proxy SET status = 'expired', expires_at = least(expires_at, now())
      WHERE refunded_at IS NOT NULL AND status <> 'expired' RETURNING order_id, ip)
    UPDATE stock_unit s SET order_id = NULL, reserved_at = NULL
    FROM ended WHERE s.order_id = ended.order_id AND s.address = ended.ip`);
  await runner.query(`ALTER TABLE proxy ENABLE TRIGGER USER`);
  await runner.query(`
    ALTER TABLE proxy ALTER password_digest SET NOT NULL, ALTER session_id SET NOT NULL,
      DROP COLUMN provider, DROP COLUMN provider_due_at, DROP COLUMN credentials_due,
      DROP COLUMN config_request, DROP COLUMN config_version, DROP COLUMN config_applied,
      ADD CONSTRAINT proxy_proxy_api_id_key UNIQUE (proxy_api_id),
      ADD CONSTRAINT proxy_username_key UNIQUE (username),
      ADD CONSTRAINT proxy_exit_node_id_fkey FOREIGN KEY (exit_node_id) REFERENCES exit_node (id)`);
  await runner.query(`DROP INDEX proxy_username_idx`);
}

async function renumberAccounts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TEMPORARY TABLE renumbered ON COMMIT DROP AS
    SELECT g.id AS old, p.id AS new FROM gateway_account g LEFT JOIN proxy p ON p.proxy_api_id = g.api_id`);
  for (const table of RENAMED)
    await runner.query(`ALTER TABLE ${table} RENAME account_id TO proxy_id`);
  // Passwords of sub-users are encrypted under the id that the account had.
  await runner.query(`ALTER TABLE gateway_sub_user ADD context_id integer`);
  await runner.query(`ALTER TABLE gateway_sub_user DISABLE TRIGGER USER`);
  await runner.query(`UPDATE gateway_sub_user SET context_id = proxy_id`);
  await runner.query(`ALTER TABLE gateway_sub_user ALTER context_id SET NOT NULL`);
  await runner.query(`
    ALTER TABLE gateway_sub_user RENAME CONSTRAINT gateway_sub_user_account_id_name_key TO gateway_sub_user_proxy_id_name_key`);
  for (const [table, ending] of Object.entries(REFERRING)) {
    const former = RENAMED.includes(table) ? 'account_id' : 'proxy_id';
    if (ending !== null)
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_${former}_fkey`);
    // Of accounts that were never recorded as a proxy, since their order was refunded.
    await runner.query(`
      DELETE FROM ${table} t USING renumbered r WHERE t.proxy_id = r.old AND r.new IS NULL`);
    // By way of negative numbers, since an id may be another's before.
    await runner.query(`
      UPDATE ${table} t SET proxy_id = -r.new FROM renumbered r WHERE t.proxy_id = r.old AND r.new <> r.old`);
    await runner.query(`UPDATE ${table} SET proxy_id = -proxy_id WHERE proxy_id < 0`);
    if (ending !== null)
      await runner.query(`
        ALTER TABLE ${table} ADD CONSTRAINT ${table}_proxy_id_fkey
          FOREIGN KEY (proxy_id) REFERENCES proxy (id)${ending}`);
  }
  await runner.query(`ALTER TABLE gateway_sub_user ENABLE TRIGGER USER`);
}

/** The functions stay what they are, over the joined table; the batch has another name, so that no gateway of a former release books to its ids. */
async function rewriteFunctions(runner: QueryRunner): Promise<void> {
  await runner.query(`DROP TRIGGER proxy_reach_notify ON proxy`);
  await runner.query(`DROP TRIGGER gateway_account_notify ON gateway_account`);
  await runner.query(`DROP FUNCTION notify_proxy_reach(), notify_gateway_account()`);
  const functions = (await runner.query(`
    SELECT oid::regprocedure AS signature, pg_get_functiondef(oid) AS definition FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND (proname LIKE 'gateway_settle%' OR proname = 'notify_gateway_sub_user')`)) as {
    signature: string;
    definition: string;
  }[];
  for (const { signature, definition } of functions) {
    if (!/^gateway_settle(_with|\()/.test(signature))
      await runner.query(
        definition
          .replace('gateway_settle_batch', 'gateway_settle_usage')
          .replaceAll('gateway_account a', 'proxy a')
          .replaceAll(/\b(s|NEW|OLD)\.account_id\b/g, '$1.proxy_id'),
      );
    if (signature.startsWith('gateway_settle')) await runner.query(`DROP FUNCTION ${signature}`);
  }
  await runner.query(`
    CREATE OR REPLACE FUNCTION gateway_prove_address(proven text, account_id integer) RETURNS void
      LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      -- The lock: whoever removes the address comes first, or finds the proof to drop.
      WITH listed AS (
        SELECT a.user_id FROM allowed_address a JOIN proxy p ON p.user_id = a.user_id
        WHERE a.address = proven AND p.id = account_id FOR KEY SHARE OF a
      )
      INSERT INTO address_holder AS h (address, user_id)
      SELECT DISTINCT proven, user_id FROM listed
      ON CONFLICT (address) DO UPDATE SET user_id = excluded.user_id, proven_at = now(), last_used_at = now()
      WHERE h.last_used_at <= now() - interval '30 days'
    $$`);
  await runner.query(`
    CREATE OR REPLACE FUNCTION notify_security_review() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('allowed_address', a.address) FROM allowed_address a WHERE a.user_id = NEW.id;
      PERFORM pg_notify('gateway_credential', p.id::text) FROM proxy p
        WHERE p.user_id = NEW.id AND EXISTS (SELECT FROM gateway_sub_user s WHERE s.proxy_id = p.id);
      RETURN NULL;
    END
    $$`);
}

/** Both events of an order follow its commit with all of its proxies; a partly refunded order is a delivered one. */
const ORDERS = [
  `DROP TRIGGER proxy_order_emit_placed ON proxy_order`,
  `DROP TRIGGER proxy_order_emit_outcome ON proxy_order`,
  `DROP INDEX proxy_order_status_idx`,
  `UPDATE proxy_order o SET status = 'delivered', quantity = (SELECT count(*) FROM proxy p WHERE p.order_id = o.id)
   WHERE status = 'partly_delivered'`,
  `ALTER TABLE proxy_order DROP CONSTRAINT proxy_order_status_check,
     ADD CONSTRAINT proxy_order_status_check CHECK (status IN ('delivered', 'refunded')),
     ALTER status SET DEFAULT 'delivered'`,
  `CREATE OR REPLACE FUNCTION emit_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE details jsonb;
   BEGIN
     IF NOT EXISTS (SELECT FROM webhook WHERE user_id = NEW.user_id AND enabled) THEN RETURN NULL; END IF;
     details := jsonb_build_object('order_id', NEW.id, 'type', NEW.type, 'status', NEW.status, 'quantity', NEW.quantity,
       'amount', ceil(NEW.amount_kobo / 100.0)::bigint, 'refunded_amount', (NEW.refunded_kobo / 100)::bigint,
       'proxy_ids', (SELECT coalesce(jsonb_agg(id ORDER BY id), '[]') FROM proxy WHERE order_id = NEW.id));
     IF NEW.status = 'refunded' THEN
       PERFORM emit_webhook_event(NEW.user_id, 'order.refunded', details);
     ELSE
       PERFORM emit_webhook_event(NEW.user_id, 'order.placed', details);
       PERFORM emit_webhook_event(NEW.user_id, 'order.delivered', details);
     END IF;
     RETURN NULL;
   END
   $$`,
  // Deferred: the proxies of an order are inserted after it.
  `CREATE CONSTRAINT TRIGGER proxy_order_emit_delivered AFTER INSERT ON proxy_order DEFERRABLE INITIALLY DEFERRED
   FOR EACH ROW EXECUTE FUNCTION emit_order_event()`,
  `CREATE TRIGGER proxy_order_emit_refunded AFTER UPDATE OF status ON proxy_order
   FOR EACH ROW WHEN (new.status <> old.status AND new.status = 'refunded') EXECUTE FUNCTION emit_order_event()`,
  `DROP INDEX proxy_extension_retract_due_at_idx`,
  `DROP INDEX auto_renewal_charge_unsettled_idx`,
  `ALTER TABLE auto_renewal_charge DROP COLUMN settled_at`,
  `ALTER TABLE proxy_extension DROP COLUMN retract_due_at`,
];

/** The gateways hear of what they serve, and not of labels, warnings or usage. */
const SERVED = [
  ...[
    'username',
    'password_digest',
    'protocol',
    'country',
    'region',
    'city',
    'isp',
    'reach',
    'ttl_minutes',
  ],
  ...['session_id', 'exit_node_id', 'ip', 'limit_bytes', 'status', 'refunded_at', 'expires_at'],
];
const serves = (row: string): string => SERVED.map((column) => `${row}.${column}`).join(', ');

const TRIGGERS = [
  `CREATE FUNCTION notify_proxy() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_notify('gateway_credential', NEW.id::text);
     RETURN NULL;
   END
   $$`,
  `CREATE TRIGGER proxy_notify AFTER UPDATE ON proxy FOR EACH ROW
   WHEN ((${serves('old')}) IS DISTINCT FROM (${serves('new')})) EXECUTE FUNCTION notify_proxy()`,
];

const KIND = `CASE p.type WHEN 'individual_ipv4' THEN 'datacenter' WHEN 'residential_ipv4' THEN 'residential' ELSE 'mobile' END`;

const VIEWS = [
  // A refunded proxy was taken from its owner; it did not come to its end.
  `CREATE VIEW gateway_credential AS
   SELECT p.id AS proxy_id, p.username, p.password_digest, ${KIND} AS kind, p.protocol, p.country, p.region, p.city, p.isp,
          p.reach, coalesce(p.ttl_minutes, 0) AS ttl_minutes, p.session_id, p.exit_node_id, p.ip AS exit_address,
          p.limit_bytes, coalesce(m.bytes_up + m.bytes_down, 0)::bigint AS used_bytes,
          CASE WHEN p.refunded_at IS NOT NULL THEN 'suspended' WHEN p.expires_at <= now() THEN 'expired' ELSE p.status END AS status,
          p.expires_at
   FROM proxy p LEFT JOIN gateway_meter m ON m.proxy_id = p.id`,
  `CREATE VIEW gateway_allowed_address AS
   SELECT a.address, p.id AS proxy_id, p.username, (p.status = 'active' AND p.expires_at > now()) AS active
   FROM allowed_address a JOIN held_address h USING (address, user_id)
   JOIN proxy p ON p.user_id = a.user_id AND (a.proxy_id IS NULL OR a.proxy_id = p.id)
   WHERE NOT EXISTS (SELECT FROM setting WHERE key = 'addressAccessEnabled' AND value = 'false'::jsonb)
     AND NOT EXISTS (SELECT FROM users u WHERE u.id = a.user_id AND a.created_at < u.review_since)`,
  `CREATE VIEW gateway_counted_proxy AS
   SELECT p.id AS proxy_id FROM usage_target_choice c JOIN proxy p ON p.user_id = c.user_id WHERE p.expires_at > now()`,
  `CREATE VIEW supply_place_in_use AS
   SELECT ${KIND} AS kind, p.country::text AS country, count(*)::int AS proxies FROM proxy p
   WHERE p.status = 'active' AND p.expires_at > now() AND p.exit_node_id IS NULL GROUP BY 1, 2`,
  `CREATE VIEW gateway_sub_user_state AS
   SELECT s.id, s.proxy_id, s.name, s.password_digest,
          (s.suspended OR EXISTS (SELECT FROM proxy p JOIN users o ON o.id = p.user_id
             WHERE p.id = s.proxy_id AND s.created_at < o.review_since)) AS suspended,
          s.daily_limit_bytes, s.monthly_limit_bytes, u.today_bytes, u.month_bytes,
          least(s.daily_limit_bytes - u.today_bytes, s.monthly_limit_bytes - u.month_bytes) AS room
   FROM gateway_sub_user s
   CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'Africa/Lagos')::date AS today) t
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(d.bytes_up + d.bytes_down), 0)::bigint AS month_bytes,
            coalesce(sum(d.bytes_up + d.bytes_down) FILTER (WHERE d.day = t.today), 0)::bigint AS today_bytes
     FROM gateway_sub_user_day d
     WHERE d.sub_user_id = s.id AND d.day BETWEEN date_trunc('month', t.today)::date AND t.today) u`,
  `CREATE VIEW security_review_item AS
   SELECT m.owner_id AS user_id, 'member' AS kind, m.member_id AS id, u.name AS title, u.email::text AS detail,
          NULL::integer AS proxy_id, m.joined_at AS created_at, NULL::integer AS api_key_id
   FROM team_member m JOIN users u ON u.id = m.member_id
   UNION ALL
   SELECT owner_id, 'invitation', id, email::text, NULL, NULL, created_at, NULL FROM team_invitation
   WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
   UNION ALL
   SELECT user_id, 'address', id, address, NULL, proxy_id, created_at, api_key_id FROM allowed_address
   UNION ALL
   SELECT p.user_id, 'sub_user', s.id, s.name, NULL, p.id, s.created_at, s.api_key_id
   FROM gateway_sub_user s JOIN proxy p ON p.id = s.proxy_id
   UNION ALL
   SELECT user_id, 'webhook', id, url, array_to_string(events, ', '), NULL, created_at, NULL FROM webhook
   UNION ALL
   SELECT user_id, 'api_key', id, name, prefix, NULL, created_at, NULL FROM api_key WHERE removed_at IS NULL
   UNION ALL
   SELECT id, 'google', id, 'Google', NULL, NULL, created_at, NULL FROM users
   WHERE google_subject IS NOT NULL AND password_hash IS NOT NULL`,
];

/** How far the meters are rolled up into the proxies, by the order of `gateway_meter_changed_minute_idx`. */
const ROLLUP = [
  `CREATE TABLE usage_rollup (
     id smallint DEFAULT 1 NOT NULL,
     minute timestamptz NOT NULL,
     proxy_id integer NOT NULL,
     CONSTRAINT usage_rollup_pkey PRIMARY KEY (id),
     CONSTRAINT usage_rollup_id_check CHECK (id = 1))`,
  `INSERT INTO usage_rollup (minute, proxy_id) VALUES ('-infinity', 0)`,
];
