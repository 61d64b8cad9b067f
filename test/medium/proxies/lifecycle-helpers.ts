import type { Actor } from '../../../src/common/security/actor';
import { poolRequest, catchErrorCode, type ProxiesTestModule } from './proxies-test-module';

export const REASON = 'Abuse reported';

export const ACTIVE_STATE = { ours: 'active', theirs: 'active', due: false };
export const SUSPENDED_STATE = { ours: 'suspended', theirs: 'suspended', due: false };

/** A proxy that was bought just now, by somebody new unless said otherwise. */
export async function buyProxy(shop: ProxiesTestModule, owner?: Actor) {
  const actor = owner ?? (await shop.createCustomer(100_000));
  const { proxies } = await shop.purchases.buyPool(actor, poolRequest());
  return { actor, id: proxies[0]!.id, proxy: proxies[0]! };
}

/** Status of our row, of the view the gateway reads, and whether the provider is to be told. */
export async function getProxyState({ sql }: ProxiesTestModule, id: number) {
  const [row] = await sql<{ ours: string; theirs: string; due: boolean }>(
    `SELECT p.status AS ours, c.status AS theirs, p.provider_due_at IS NOT NULL AS due
     FROM proxy p JOIN gateway_account a ON a.api_id = p.proxy_api_id
     JOIN gateway_credential c ON c.proxy_id = a.id WHERE p.id = $1`,
    [id],
  );
  return row;
}

/** Who did it, and what the audit says. */
export const getAuditDetails = async ({ sql }: ProxiesTestModule, action: string, target: string) =>
  (
    await sql<{ actor_name: string; details: string }>(
      `SELECT actor_name, details FROM audit_log WHERE action = $1 AND target = $2 ORDER BY id`,
      [action, target],
    )
  ).map(({ actor_name, details }) => `${actor_name}: ${details}`);

export const getOutcome = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'done', catchErrorCode.bind(null, work));

/** The time of a proxy is over. */
export const expireProxy = ({ sql }: ProxiesTestModule, id: number) =>
  sql(`UPDATE proxy SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
