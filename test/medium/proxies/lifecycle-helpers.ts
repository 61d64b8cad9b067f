import type { Actor } from '../../../src/common/security/actor';
import { poolRequest, catchErrorCode, type ProxiesTestApp } from './proxies-test-app';

export const REASON = 'Abuse reported';

export const ACTIVE_STATE = { status: 'active', gatewayStatus: 'active' };
export const SUSPENDED_STATE = { status: 'suspended', gatewayStatus: 'suspended' };

/** Buys a proxy, for a new customer unless given one. */
export async function buyProxy(app: ProxiesTestApp, owner?: Actor) {
  const actor = owner ?? (await app.createCustomer(100_000));
  const { proxies } = await app.orders.buyPool(actor, poolRequest());
  return { actor, id: proxies[0]!.id, proxy: proxies[0]! };
}

/** Status in the proxy row and in the view of the gateway. */
export async function getProxyState({ sql }: ProxiesTestApp, id: number) {
  const [row] = await sql<{ status: string; gatewayStatus: string }>(
    `SELECT p.status, c.status AS "gatewayStatus"
     FROM proxy p JOIN gateway_credential c ON c.proxy_id = p.id WHERE p.id = $1`,
    [id],
  );
  return row;
}

/** Audit entries as "actor: details". */
export const getAuditDetails = async ({ sql }: ProxiesTestApp, action: string, target: string) =>
  (
    await sql<{ actor_name: string; details: string }>(
      `SELECT actor_name, details FROM audit_log WHERE action = $1 AND target = $2 ORDER BY id`,
      [action, target],
    )
  ).map(({ actor_name, details }) => `${actor_name}: ${details}`);

export const getOutcome = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'done', catchErrorCode.bind(null, work));

/** Moves the expiry of a proxy into the past. */
export const expireProxy = ({ sql }: ProxiesTestApp, id: number) =>
  sql(`UPDATE proxy SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
