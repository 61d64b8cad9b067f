import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { encrypt } from '../../common/crypto/cipher';
import { UnitOfWork } from '../../database/unit-of-work';
import { exitContext } from './exit.encrypted-columns';
import type { NewExit } from './exit-list';

/**
 * Adds exits in one transaction; a trigger notifies the gateways. Plain SQL, because the CLI opens
 * its data source without entities.
 * @param secretsKey encrypts the credentials of upstreams.
 * @returns how many exits and dedicated addresses were added.
 */
export async function addExits(
  dataSource: DataSource,
  secretsKey: Buffer,
  exits: readonly NewExit[],
): Promise<{ exits: number; addresses: number }> {
  const uow = new UnitOfWork(dataSource);
  return uow.run(async () => {
    const manager = uow.requireTransaction();
    let addresses = 0;
    for (const exit of exits) addresses += await addExit(manager, secretsKey, exit);
    await AuditService.forUnitOfWork(uow).record('system', {
      action: 'system.exits_added',
      target: 'catalog',
      details: `Added ${exits.length} exits and ${addresses} addresses`,
    });
    return { exits: exits.length, addresses };
  });
}

/** @returns the number of dedicated addresses added. */
async function addExit(manager: EntityManager, key: Buffer, exit: NewExit): Promise<number> {
  const [{ id }] = await manager.query<[{ id: number }]>(
    `SELECT nextval(pg_get_serial_sequence('exit_node', 'id'))::int AS id`,
  );
  const upstream = exit.upstream_url;
  await manager.query(
    `INSERT INTO exit_node (id, kind, country, region_code, region_name, city_code, city_name,
       isp_code, isp_name, leave, local_address, upstream_url_encrypted, weight)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[id, exit.kind, exit.country],
      ...[exit.region, exit.city, exit.isp].flatMap((location) => [location?.code, location?.name]),
      upstream === undefined ? 'local' : 'upstream',
      exit.local_address,
      upstream === undefined ? null : encrypt(key, exitContext(id), upstream),
      exit.weight ?? 1,
    ],
  );
  const stock = exit.addresses ?? [];
  await manager.query(
    'INSERT INTO stock_unit (exit_node_id, address) SELECT $1, unnest($2::text[])',
    [id, stock],
  );
  return stock.length;
}
