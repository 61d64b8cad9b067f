import { OperatorError } from '../common/errors/operator-error';
import { Client } from 'pg';

export const GATEWAY_ROLE = 'nairaproxy_gateway';

/**
 * All that a gateway does in the database. It reads accounts and exits through views, so that it sees no customer, no
 * payment and no sealed password; a right that is missing here shows in the readiness of a gateway that uses the role.
 */
const RIGHTS: Record<string, string> = {
  gateway_credential: 'SELECT',
  proxy: 'SELECT (id, limit_bytes)',
  gateway_rotation: 'SELECT',
  gateway_sub_user_state: 'SELECT',
  // UPDATE (id): a batch locks the sub-users whose limits it leases from.
  gateway_sub_user: 'SELECT (id), UPDATE (id)',
  gateway_sub_user_day: 'SELECT, INSERT, UPDATE',
  gateway_sub_user_lease: 'SELECT, INSERT, UPDATE, DELETE',
  gateway_exit: 'SELECT',
  gateway_network: 'SELECT',
  gateway_place: 'SELECT',
  gateway_place_list: 'SELECT',
  supply_cost: 'SELECT',
  supply_usage: 'SELECT, INSERT, UPDATE',
  supply_network_hour: 'SELECT, INSERT, UPDATE',
  supply_spent: 'SELECT, INSERT, UPDATE',
  supply_budget: 'SELECT',
  supply_outcome: 'SELECT, INSERT, UPDATE',
  supply_network_refusal: 'SELECT, INSERT, UPDATE, DELETE',
  gateway_stock_address: 'SELECT',
  gateway_stock_unit: 'SELECT',
  gateway: 'SELECT, INSERT, UPDATE, DELETE',
  gateway_address: 'SELECT, INSERT, DELETE',
  gateway_allowed_address: 'SELECT',
  gateway_pending_address: 'SELECT',
  // Beside its own function, which proves an address for the owner of an account only.
  address_holder: 'SELECT (address, last_used_at), UPDATE (last_used_at)',
  gateway_udp_kind: 'SELECT',
  gateway_off_sale: 'SELECT',
  target_block: 'SELECT (pattern, ports, kind)',
  gateway_flush: 'SELECT, INSERT, UPDATE, DELETE',
  gateway_lease: 'SELECT, INSERT, UPDATE, DELETE',
  gateway_meter: 'SELECT, INSERT, UPDATE',
  usage_hour: 'SELECT, INSERT, UPDATE',
  usage_failure: 'SELECT, INSERT, UPDATE',
  gateway_counted_proxy: 'SELECT',
  usage_target: 'SELECT, INSERT, UPDATE',
  // UPDATE (id): a reply locks its command, so that both go together.
  gateway_command: 'SELECT, UPDATE (id)',
  gateway_reply: 'SELECT, INSERT',
  supply_down: 'SELECT',
  gateway_probe: 'SELECT',
  supply_probe_request: 'SELECT (id, claimed_by), UPDATE (claimed_by, outcome)',
};

/** The name of the role is not one that SQL can hold without quotes. */
export class RoleNameError extends OperatorError {
  override name = 'RoleNameError';
}

/**
 * Makes the role of gateways if it is missing, and gives it the rights above and no others. It has no login: those of
 * gateways are members of it.
 * @param url of the database, as its owner.
 */
export async function grantGatewayRole(url: string, role = GATEWAY_ROLE): Promise<void> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(role))
    throw new RoleNameError(`${role} cannot name a role: use a-z, 0-9 and _.`);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    if (!rowCount) await client.query(`CREATE ROLE ${role} NOLOGIN`);
    await client.query(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`);
    await client.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
    for (const [relation, rights] of Object.entries(RIGHTS))
      await client.query(`GRANT ${rights} ON ${relation} TO ${role}`);
    await client.query(`GRANT EXECUTE ON FUNCTION gateway_prove_address(text, integer) TO ${role}`);
    await client.query('COMMIT');
  } finally {
    // Without a COMMIT the end of the connection takes everything back.
    await client.end();
  }
}
