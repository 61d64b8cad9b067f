import { Injectable } from '@nestjs/common';
import { encrypt } from '../../common/crypto/secrets';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { networkContext } from '../catalog.encrypted-columns';
import { SupplyNetwork, type ListedNetwork, type NetworkSettings } from './network.entity';

@Injectable()
export class SupplyNetworkRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
  ) {}

  /** By name. */
  async findAll(): Promise<ListedNetwork[]> {
    const rows = await this.uow.manager.find(SupplyNetwork, { order: { name: 'ASC' } });
    return rows.map(toListed);
  }

  async findById(id: number): Promise<ListedNetwork | null> {
    const row = await this.uow.manager.findOneBy(SupplyNetwork, { id });
    return row && toListed(row);
  }

  /** Until the end of the transaction nobody else changes it. */
  async lock(id: number): Promise<ListedNetwork | null> {
    const row = await this.uow.requireTransaction().findOne(SupplyNetwork, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    return row && toListed(row);
  }

  count(): Promise<number> {
    return this.uow.manager.count(SupplyNetwork);
  }

  /** The encryption needs the id before the insert. @returns its id. */
  async add(settings: NetworkSettings, password: string): Promise<number> {
    const manager = this.uow.requireTransaction();
    const [{ id }] = await manager.query<[{ id: number }]>(
      `SELECT nextval(pg_get_serial_sequence('supply_network', 'id'))::int AS id`,
    );
    const passwordEncrypted = this.encrypt(id, password);
    await manager.insert(SupplyNetwork, { ...toColumns(settings), id, passwordEncrypted });
    return id;
  }

  /** @param password undefined leaves the stored one. */
  async update(id: number, settings: NetworkSettings, password?: string): Promise<void> {
    const secret = password === undefined ? {} : { passwordEncrypted: this.encrypt(id, password) };
    await this.uow
      .requireTransaction()
      .update(SupplyNetwork, { id }, { ...toColumns(settings), ...secret });
  }

  async remove(id: number): Promise<void> {
    await this.uow.requireTransaction().delete(SupplyNetwork, { id });
  }

  private encrypt(id: number, password: string): string {
    return encrypt(this.config.key('secrets'), networkContext(id), password);
  }
}

function toColumns({ targeting, countries, ...settings }: NetworkSettings) {
  return {
    ...settings,
    countries: countries && [...countries],
    targetsRegion: targeting.region,
    targetsCity: targeting.city,
    targetsIsp: targeting.isp,
  };
}

/** Without the password. */
function toListed(row: SupplyNetwork): ListedNetwork {
  const {
    passwordEncrypted: _password,
    targetsRegion: region,
    targetsCity: city,
    targetsIsp: isp,
    ...settings
  } = row;
  return { ...settings, targeting: { region, city, isp } };
}
