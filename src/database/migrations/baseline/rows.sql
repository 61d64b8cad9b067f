-- The partitions of the first months, and the rows that the shop cannot be without.

CREATE TABLE ledger_entry_default PARTITION OF ledger_entry DEFAULT;
CREATE TABLE audit_log_default PARTITION OF audit_log DEFAULT;
CREATE TABLE usage_hour_default PARTITION OF usage_hour DEFAULT;
CREATE TABLE supply_usage_default PARTITION OF supply_usage DEFAULT;
SELECT create_month_partitions(name::regclass, now(), 3)
FROM unnest(ARRAY['ledger_entry', 'audit_log', 'usage_hour', 'supply_usage']) AS name;

INSERT INTO ledger_account (code, kind) VALUES
  ('korapay_clearing', 'system'), ('revenue', 'system'), ('adjustments', 'system'),
  ('promotions', 'system'), ('goodwill', 'system'), ('in_review', 'system'),
  ('provider_fees', 'system'), ('bank', 'system'), ('disputes', 'system');

INSERT INTO usage_rollup (minute, proxy_id) VALUES ('-infinity', 0);
