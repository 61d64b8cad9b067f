import { Injectable } from '@nestjs/common';
import { decrypt, encrypt } from '../../common/crypto/cipher';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { providerContext } from './provider.encrypted-columns';
import type {
  AccountState,
  ListedProvider,
  ProviderAccount,
  ProviderSettings,
} from './providers.types';
import { SupplyProvider } from './supply-provider.entity';

@Injectable()
export class ProviderRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
  ) {}

  /** By name. */
  async findAll(): Promise<ListedProvider[]> {
    const [rows, sums] = await this.uow.all<[SupplyProvider[], Sums[]]>(
      () => this.uow.manager.find(SupplyProvider, { order: { name: 'ASC' } }),
      () => this.sum(null),
    );
    return rows.map((row) => toListed(row, sums));
  }

  async findById(id: number): Promise<ListedProvider | null> {
    const row = await this.uow.manager.findOneBy(SupplyProvider, { id });
    return row && toListed(row, await this.sum(id));
  }

  /** Until the end of the transaction nobody else changes it or opens a purchase. */
  async lock(id: number): Promise<ListedProvider | null> {
    await this.uow
      .requireTransaction()
      .query(`SELECT FROM supply_provider WHERE id = $1 FOR UPDATE`, [id]);
    return this.findById(id);
  }

  /** With the key: for calls only. */
  async findAccount(id: number): Promise<ProviderAccount | null> {
    const row = await this.uow.manager.findOneBy(SupplyProvider, { id });
    if (!row) return null;
    const apiKey = decrypt(this.config.key('secrets'), providerContext(id), row.apiKeyEncrypted);
    return { kind: row.kind, baseUrl: row.baseUrl, apiKey };
  }

  /** The encryption needs the id before the insert. @returns its id. */
  async add(settings: ProviderSettings, apiKey: string): Promise<number> {
    const manager = this.uow.requireTransaction();
    const [{ id }] = await manager.query<[{ id: number }]>(
      `SELECT nextval(pg_get_serial_sequence('supply_provider', 'id'))::int AS id`,
    );
    const apiKeyEncrypted = this.encrypt(id, apiKey);
    await manager.insert(SupplyProvider, { ...toColumns(settings), id, apiKeyEncrypted });
    return id;
  }

  /** @param apiKey undefined leaves the stored one. */
  async update(id: number, settings: ProviderSettings, apiKey?: string): Promise<void> {
    const secret = apiKey === undefined ? {} : { apiKeyEncrypted: this.encrypt(id, apiKey) };
    await this.uow
      .requireTransaction()
      .update(SupplyProvider, { id }, { ...toColumns(settings), ...secret });
  }

  async remove(id: number): Promise<void> {
    await this.uow.requireTransaction().delete(SupplyProvider, { id });
  }

  /** What the last job found. */
  async recordState(id: number, { balanceMicros, leftGb }: AccountState): Promise<void> {
    await this.uow.manager.query(
      `UPDATE supply_provider SET last_error = NULL, balance_micros = $2, left_micro_gb = $3, balance_at = now()
       WHERE id = $1`,
      [
        id,
        balanceMicros?.toString() ?? null,
        leftGb === null ? null : Math.round(leftGb * 1_000_000),
      ],
    );
  }

  /** Balance and traffic stay as they were last read. */
  async recordError(id: number, error: string): Promise<void> {
    await this.uow.manager.update(SupplyProvider, { id }, { lastError: error });
  }

  private encrypt(id: number, apiKey: string): string {
    return encrypt(this.config.key('secrets'), providerContext(id), apiKey);
  }

  private sum(id: number | null): Promise<Sums[]> {
    return this.uow.manager.query<Sums[]>(
      `SELECT p.provider_id AS id, p.month_micros::text AS spent, p.automatic_day_micros::text AS "automaticToday",
         (SELECT count(*)::int FROM stock_unit s WHERE s.provider_id = p.provider_id) AS units
       FROM supply_provider_spending p WHERE $1::int IS NULL OR p.provider_id = $1`,
      [id],
    );
  }
}

const NOTHING = { spent: '0', automaticToday: '0', units: 0 };

interface Sums {
  id: number;
  spent: string;
  automaticToday: string;
  units: number;
}

const toColumns = ({ minimumStock, ...settings }: ProviderSettings) => ({
  ...settings,
  minimumStock: { ...minimumStock },
});

/** Without the key. */
function toListed(row: SupplyProvider, sums: readonly Sums[]): ListedProvider {
  const { apiKeyEncrypted: _key, leftMicroGb, ...provider } = row;
  const { spent, automaticToday, units } = sums.find(({ id }) => id === row.id) ?? NOTHING;
  return {
    ...provider,
    leftGb: leftMicroGb === null ? null : Number(leftMicroGb) / 1_000_000,
    spentMicros: BigInt(spent),
    automaticTodayMicros: BigInt(automaticToday),
    units,
  };
}
