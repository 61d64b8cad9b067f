import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { encrypt } from '../../common/crypto/cipher';
import { UnitOfWork } from '../../database/unit-of-work';
import { exitContext } from './exit.encrypted-columns';
import { ExitNode } from './exit-node.entity';
import type { NewExit } from './exit-list';

/**
 * Adds exits in one transaction; a trigger notifies the gateways. SQL where the encryption needs the id
 * before the insert, and where an array inserts any number of addresses.
 * @param secretsKey encrypts the credentials of upstreams.
 * @returns ids of the exits, and how many dedicated addresses were added.
 */
export async function addExits(
  dataSource: DataSource,
  secretsKey: Buffer,
  exits: readonly NewExit[],
): Promise<{ exitNodeIds: number[]; addresses: number }> {
  const uow = new UnitOfWork(dataSource);
  return uow.run(async () => {
    const manager = uow.requireTransaction();
    const exitNodeIds: number[] = [];
    for (const exit of exits) exitNodeIds.push(await addExit(manager, secretsKey, exit));
    const addresses = exits.reduce((sum, exit) => sum + (exit.addresses?.length ?? 0), 0);
    await AuditService.forUnitOfWork(uow).record('system', {
      action: 'system.exits_added',
      target: 'catalog',
      details: `Added ${exits.length} exits and ${addresses} addresses`,
    });
    return { exitNodeIds, addresses };
  });
}

/** Without an audit row. @returns its id. */
export async function addExit(manager: EntityManager, key: Buffer, exit: NewExit): Promise<number> {
  const [{ id }] = await manager.query<[{ id: number }]>(
    `SELECT nextval(pg_get_serial_sequence('exit_node', 'id'))::int AS id`,
  );
  const upstream = exit.upstream_url;
  await manager.insert(ExitNode, {
    id,
    kind: exit.kind,
    country: exit.country,
    regionCode: exit.region?.code,
    regionName: exit.region?.name,
    cityCode: exit.city?.code,
    cityName: exit.city?.name,
    ispCode: exit.isp?.code,
    ispName: exit.isp?.name,
    leave: upstream === undefined ? 'local' : 'upstream',
    localAddress: exit.local_address,
    upstreamUrlEncrypted: upstream === undefined ? null : encrypt(key, exitContext(id), upstream),
    weight: exit.weight ?? 1,
    gatewayGroup: exit.gateway_group,
  });
  const stock = exit.addresses ?? [];
  await manager.query(
    'INSERT INTO stock_unit (exit_node_id, address) SELECT $1, unnest($2::text[])',
    [id, stock],
  );
  return id;
}
