import type { Actor } from '../../../src/common/security/actor';
import { poolWish, refusal, type Shop } from './shop';

export const WHY = 'Abuse reported';

export const serving = { ours: 'active', theirs: 'active', due: false };
export const stopped = { ours: 'suspended', theirs: 'suspended', due: false };

/** A proxy that was bought just now, by somebody new unless said otherwise. */
export async function own(shop: Shop, owner?: Actor) {
  const actor = owner ?? (await shop.customer(100_000));
  const { proxies } = await shop.purchases.buyPool(actor, poolWish());
  return { actor, id: proxies[0]!.id, proxy: proxies[0]! };
}

/** Status of our row, of the view the gateway reads, and whether the provider is to be told. */
export async function stateOf({ sql }: Shop, id: number) {
  const [row] = await sql<{ ours: string; theirs: string; due: boolean }>(
    `SELECT p.status AS ours, c.status AS theirs, p.provider_due_at IS NOT NULL AS due
     FROM proxy p JOIN gateway_account a ON a.api_id = p.proxy_api_id
     JOIN gateway_credential c ON c.proxy_id = a.id WHERE p.id = $1`,
    [id],
  );
  return row;
}

/** Who did it, and what the audit says. */
export const audited = async ({ sql }: Shop, action: string, target: string) =>
  (
    await sql<{ actor_name: string; details: string }>(
      `SELECT actor_name, details FROM audit_log WHERE action = $1 AND target = $2 ORDER BY id`,
      [action, target],
    )
  ).map(({ actor_name, details }) => `${actor_name}: ${details}`);

export const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'done', refusal.bind(null, work));

/** The time of a proxy is over. */
export const end = ({ sql }: Shop, id: number) =>
  sql(`UPDATE proxy SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
