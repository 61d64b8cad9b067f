import { randomInt } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { encrypt } from '../../common/crypto/secrets';
import type { AppConfig } from '../../config/app-config';
import { isPortFree } from '../ports';

/** Countries of which no exit is seeded, so that an order there shows that a network carries it. */
const NETWORKS = [
  { name: 'Sandbox residential', dialect: 'oxylabs', kind: 'residential', countries: ['is', 'mt'] },
  { name: 'Sandbox mobile', dialect: 'iproyal', kind: 'mobile', countries: ['cy', 'fo'] },
] as const;

/** Below the ports that systems give to outgoing connections. */
const PORTS = [20_000, 30_000] as const;
const ATTEMPTS = 50;

/**
 * Adds an account at two simulated providers, whose gateways run inside the sandbox. Without effect once there is a
 * network.
 */
export async function seedNetworks(manager: EntityManager, config: AppConfig): Promise<void> {
  const [{ count }] = await manager.query<[{ count: number }]>(
    'SELECT count(*)::int AS count FROM supply_network',
  );
  if (count > 0) return;
  for (const { name, dialect, kind, countries } of NETWORKS) {
    const [{ id }] = await manager.query<[{ id: number }]>(
      `SELECT nextval(pg_get_serial_sequence('supply_network', 'id'))::int AS id`,
    );
    const password = encrypt(config.key('secrets'), `supply_network:${id}`, 'secret');
    await manager.query(
      `INSERT INTO supply_network (id, name, dialect, kind, protocol, host, port, username, password_encrypted,
         countries, targets_region, targets_city, targets_isp, cost_usd_micros, bytes_per_gb, weight, enabled, note)
       VALUES ($1, $2, $3, $4, 'http', '127.0.0.1', $5, 'sandbox', $6, $7, false, false, false, 2000000,
         1000000000, 1, true, 'A simulated provider, part of the sandbox.')`,
      [id, name, dialect, kind, await findFreePort(), password, countries],
    );
  }
}

async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(...PORTS);
    if (await isPortFree(port, '127.0.0.1')) return port;
  }
  throw new Error('No port is free for the simulated networks');
}
