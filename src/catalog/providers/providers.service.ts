import { Injectable } from '@nestjs/common';
import { decrypt, encrypt, isMaskedSecret } from '../../common/crypto/secrets';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { providerContext } from '../catalog.encrypted-columns';
import {
  type AccountState,
  type ListedProvider,
  type ProviderAccount,
  type ProviderSettings,
  PROVIDER_RULES,
} from './providers.types';
import { SupplyProvider } from './provider.entity';
import { plainNumber } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { isForeignKeyViolation, isUniqueViolation } from '../../database/pg-errors';
import { invalidFields } from '../../common/errors/domain-error';
import { providerExists, providerInUse, providerNotFound } from '../catalog.errors';
import { toMicros } from '../../common/money/usd';
import type { ProviderDto } from './provider.dto';

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

/** The accounts at providers whose management APIs the shop uses. */
@Injectable()
export class ProvidersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly providers: ProviderRepository,
    private readonly audit: AuditService,
  ) {}

  list(): Promise<ListedProvider[]> {
    return this.providers.findAll();
  }

  /** @throws DomainError not_found PROVIDER_NOT_FOUND. */
  async get(id: number): Promise<ListedProvider> {
    const provider = await this.providers.findById(id);
    if (!provider) throw providerNotFound();
    return provider;
  }

  /** @throws DomainError invalid; conflict PROVIDER_EXISTS. */
  add(actor: Actor, settings: ProviderSettings, apiKey: string): Promise<ListedProvider> {
    assertUsable(settings);
    return this.write(async () => {
      const id = await this.providers.add(settings, apiKey);
      await this.audit.record(actor, {
        action: 'system.provider_added',
        target: `supply_provider:${id}`,
        details: `Connected the provider ${settings.name}`,
        after: toAudited(settings),
      });
      return this.get(id);
    });
  }

  /**
   * Replaces all settings; the kind stays.
   * @param apiKey undefined or masked leaves the stored one.
   * @throws DomainError as `add`, and not_found PROVIDER_NOT_FOUND.
   */
  update(
    actor: Actor,
    id: number,
    settings: ProviderSettings,
    apiKey: string | undefined,
  ): Promise<ListedProvider> {
    assertUsable(settings);
    const newKey = isMaskedSecret(apiKey) ? undefined : apiKey;
    return this.write(async () => {
      const before = await this.providers.lock(id);
      if (!before) throw providerNotFound();
      if (before.kind !== settings.kind)
        throw invalidFields({ kind: ['The kind of a provider stays. Connect another one.'] });
      // Whoever changes the address could otherwise have the stored key sent to a host of theirs.
      if (before.baseUrl !== settings.baseUrl && newKey === undefined)
        throw invalidFields({ api_key: ['Enter the API key again for another address.'] });
      await this.providers.update(id, settings, newKey);
      await this.audit.record(actor, {
        action: 'system.provider_changed',
        target: `supply_provider:${id}`,
        details: `Changed the provider ${settings.name}${newKey === undefined ? '' : ', with a new key'}`,
        before: toAudited(before),
        after: toAudited(settings),
      });
      return this.get(id);
    });
  }

  /** @throws DomainError not_found PROVIDER_NOT_FOUND; conflict PROVIDER_IN_USE. */
  remove(actor: Actor, id: number): Promise<void> {
    return this.write(async () => {
      const provider = await this.providers.lock(id);
      if (!provider) throw providerNotFound();
      await this.providers.remove(id);
      await this.audit.record(actor, {
        action: 'system.provider_removed',
        target: `supply_provider:${id}`,
        details: `Removed the provider ${provider.name}`,
        before: toAudited(provider),
      });
    });
  }

  private async write<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.uow.run(work);
    } catch (error) {
      if (isUniqueViolation(error, 'supply_provider_name_key')) throw providerExists();
      if (isForeignKeyViolation(error)) throw providerInUse();
      throw error;
    }
  }
}

/** @throws DomainError invalid. */
function assertUsable(settings: ProviderSettings): void {
  if (!settings.buysAutomatically) return;
  if (!PROVIDER_RULES[settings.kind].buys)
    throw invalidFields({ buys_automatically: ['The API of this provider cannot buy.'] });
  if (settings.monthlyBudgetMicros === null)
    throw invalidFields({
      monthly_budget_usd: ['Automatic purchases need a monthly budget.'],
    });
}

/** Without the key, which settings do not contain. */
const toAudited = (settings: ProviderSettings) => ({
  name: settings.name,
  kind: settings.kind,
  baseUrl: settings.baseUrl,
  enabled: settings.enabled,
  monthlyBudgetUsdMicros:
    settings.monthlyBudgetMicros === null
      ? null
      : plainNumber(Number(settings.monthlyBudgetMicros)),
  buysAutomatically: settings.buysAutomatically,
  dailyAutomaticUsdMicros:
    settings.dailyAutomaticMicros === null
      ? null
      : plainNumber(Number(settings.dailyAutomaticMicros)),
  automaticPeriod: settings.automaticPeriod,
  minimumStock: Object.entries(settings.minimumStock)
    .map(([country, count]) => `${country} ${count}`)
    .join(', '),
  note: settings.note,
});

/** Longer than the 30 days that a unit is sold for at least. */
const DEFAULT_PERIOD = '3m';

export function toProviderSettings(body: ProviderDto): ProviderSettings {
  const budget = body.monthly_budget_usd ?? null;
  return {
    name: body.name,
    kind: body.kind,
    baseUrl: (body.base_url ?? PROVIDER_RULES[body.kind].baseUrl).replace(/\/+$/, ''),
    enabled: body.enabled,
    monthlyBudgetMicros: budget === null ? null : toMicros(budget),
    buysAutomatically: body.buys_automatically,
    dailyAutomaticMicros:
      body.daily_automatic_usd == null ? null : toMicros(body.daily_automatic_usd),
    automaticPeriod: body.automatic_period ?? DEFAULT_PERIOD,
    minimumStock: body.minimum_stock,
    note: body.note ?? null,
  };
}
