CREATE TRIGGER note_admin_term AFTER UPDATE OF role, status, closed_at ON users
  FOR EACH ROW WHEN (new.role = 'admin' OR old.role = 'admin') EXECUTE FUNCTION note_admin_term();
CREATE TRIGGER note_admin_term_of_new AFTER INSERT ON users
  FOR EACH ROW WHEN (new.role = 'admin') EXECUTE FUNCTION note_admin_term();
CREATE TRIGGER users_security_review_notify AFTER UPDATE OF review_since ON users
  FOR EACH ROW WHEN (old.review_since IS DISTINCT FROM new.review_since) EXECUTE FUNCTION notify_security_review();
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER audit_chain_link_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_chain_link
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER setting_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON setting
  FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('settings');
CREATE TRIGGER ledger_account_fixed_identity BEFORE UPDATE OF id, code, kind, user_id, currency ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION reject_account_change();
CREATE TRIGGER ledger_transaction_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER ledger_entry_balanced AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reject_unbalanced_entries();
CREATE TRIGGER ledger_entry_one_currency AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reject_mixed_currencies();
CREATE TRIGGER ledger_entry_open_period AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reject_closed_period();
CREATE TRIGGER ledger_chain_link_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_chain_link
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER chain_head_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON chain_head
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER ledger_period_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_period
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER ledger_period_balance_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_period_balance
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER ledger_archive_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_archive
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER ledger_archive_kind_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_archive_kind
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER payment_emit_credited AFTER UPDATE OF status ON payment
  FOR EACH ROW WHEN (new.status <> old.status AND new.status = 'successful') EXECUTE FUNCTION emit_payment_event();
CREATE TRIGGER invoice_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoice
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER price_list_notify AFTER INSERT OR UPDATE ON price_list
  FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('price_list');
CREATE TRIGGER exit_node_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON exit_node
  FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('gateway_exit');
CREATE TRIGGER supply_network_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON supply_network
  FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('gateway_exit');
CREATE TRIGGER supply_network_hour_spent AFTER INSERT OR UPDATE ON supply_network_hour
  FOR EACH ROW EXECUTE FUNCTION supply_count_spent();
CREATE TRIGGER supply_place_list_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON supply_place_list
  FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('gateway_exit');
CREATE TRIGGER stock_unit_notify AFTER INSERT OR DELETE OR UPDATE OF upstream_url_encrypted,
  dead_at OR TRUNCATE ON stock_unit
  FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('gateway_exit');
-- Deferred: the proxies of an order are inserted after it.
CREATE CONSTRAINT TRIGGER proxy_order_emit_delivered AFTER INSERT ON proxy_order
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION emit_order_event();
CREATE TRIGGER proxy_order_emit_refunded AFTER UPDATE OF status ON proxy_order
  FOR EACH ROW WHEN (new.status <> old.status AND new.status = 'refunded') EXECUTE FUNCTION emit_order_event();
CREATE TRIGGER proxy_emit_expiry AFTER UPDATE OF status, expiry_warned ON proxy
  FOR EACH ROW WHEN ((new.status <> old.status AND new.status = 'expired') OR (new.status = 'active'
    AND new.expiry_warned <> old.expiry_warned AND new.expiry_warned > 0)) EXECUTE FUNCTION emit_proxy_expiry();
-- The gateways are notified of what they serve, and not of labels, warnings or usage.
CREATE TRIGGER proxy_notify AFTER UPDATE ON proxy FOR EACH ROW
  WHEN ((old.username, old.password_digest, old.protocol, old.country, old.region, old.city, old.isp,
    old.reach, old.ttl_minutes, old.session_id, old.exit_node_id, old.ip, old.limit_bytes, old.status,
    old.refunded_at, old.expires_at)
    IS DISTINCT FROM (new.username, new.password_digest, new.protocol, new.country, new.region, new.city,
      new.isp, new.reach, new.ttl_minutes, new.session_id, new.exit_node_id, new.ip, new.limit_bytes,
      new.status, new.refunded_at, new.expires_at))
  EXECUTE FUNCTION notify_proxy();
CREATE TRIGGER proxy_record_traffic_thresholds AFTER UPDATE OF used_bytes ON proxy
  FOR EACH ROW WHEN ((new.used_bytes * 100) >= (new.limit_bytes * 80)
    AND old.used_bytes < new.limit_bytes) EXECUTE FUNCTION record_traffic_thresholds();
CREATE TRIGGER auto_renewal_notice_emit AFTER INSERT ON auto_renewal_notice
  FOR EACH ROW EXECUTE FUNCTION emit_renewal_event();
CREATE TRIGGER allowed_address_drop_holder AFTER DELETE ON allowed_address
  FOR EACH ROW EXECUTE FUNCTION drop_address_holder();
CREATE TRIGGER allowed_address_notify AFTER INSERT OR DELETE ON allowed_address
  FOR EACH ROW EXECUTE FUNCTION notify_allowed_address();
CREATE TRIGGER allowed_address_truncate_notify AFTER TRUNCATE ON allowed_address
  FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('allowed_address');
CREATE TRIGGER address_holder_notify AFTER INSERT OR DELETE OR UPDATE OF user_id ON address_holder
  FOR EACH ROW EXECUTE FUNCTION notify_allowed_address();
CREATE TRIGGER traffic_threshold_emit AFTER INSERT ON traffic_threshold
  FOR EACH ROW EXECUTE FUNCTION emit_traffic_event();
CREATE TRIGGER gateway_sub_user_notify AFTER INSERT OR DELETE OR UPDATE ON gateway_sub_user
  FOR EACH ROW EXECUTE FUNCTION notify_gateway_sub_user();
CREATE TRIGGER target_block_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON target_block
  FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('target_block');
CREATE TRIGGER usage_target_choice_notify AFTER INSERT OR DELETE OR TRUNCATE ON usage_target_choice
  FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('usage_target_choice');
