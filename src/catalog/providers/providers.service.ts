import { Injectable } from '@nestjs/common';
import { plainNumber } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import { decrypt, encrypt, isMaskedSecret, SECRET_MASK } from '../../common/crypto/secrets';
import { invalidFields } from '../../common/errors/domain-error';
import { toMicros } from '../../common/money/usd';
import type { Actor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { isForeignKeyViolation, isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { providerContext } from '../catalog.encrypted-columns';
import { refuse } from '../catalog.errors';
import { describeUntested } from '../enable-anyway.dto';
import { ProviderAdapters } from './provider-adapters';
import type {
  CreateProviderDto,
  ProviderDto,
  SavedProviderData,
  SupplyProviderData,
  SupplyProviderResponse,
  SupplyProvidersData,
  UpdateProviderDto,
} from './provider.dto';
import { PROVIDER_RULES, SupplyProvider } from './provider.entity';

/** Longer than the 30 days that a unit is sold for at least. */
const DEFAULT_PERIOD = '3m';

const toUsd = (micros: string) => `${micros}::float8 / 1000000`;

/** Of `SupplyProviderResponse`. */
const COLUMNS = `p.id, p.name, p.kind, p.base_url, '${SECRET_MASK}' AS api_key, p.enabled, p.buys_automatically,
  p.automatic_period, p.minimum_stock, p.note, p.last_error, p.created_at, p.updated_at,
  ${toUsd('p.monthly_budget_micros')} AS monthly_budget_usd, coalesce(${toUsd('s.month_micros')}, 0) AS spent_usd,
  ${toUsd('p.daily_automatic_micros')} AS daily_automatic_usd,
  coalesce(${toUsd('s.automatic_day_micros')}, 0) AS automatic_today_usd,
  ${toUsd('p.balance_micros')} AS balance_usd, p.left_micro_gb::float8 / 1000000 AS left_gb, p.balance_at,
  (SELECT count(*)::int FROM stock_unit u WHERE u.provider_id = p.id) AS units`;

/** The accounts at providers whose management APIs the shop uses. */
@Injectable()
export class ProvidersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly audit: AuditService,
    private readonly adapters: ProviderAdapters,
  ) {}

  /** By name. */
  async list(): Promise<SupplyProvidersData> {
    return { providers: await this.select('ORDER BY p.name') };
  }

  async get(id: number): Promise<SupplyProviderData> {
    const [provider] = await this.select('WHERE p.id = $1', [id]);
    if (!provider) throw refuse('PROVIDER_NOT_FOUND');
    return { provider };
  }

  async add(actor: Actor, body: CreateProviderDto): Promise<SavedProviderData> {
    const settings = toSettings(body);
    const { api_key: apiKey, enable_anyway: reason } = body;
    const mustTest = settings.enabled && reason === undefined;
    const lastError = mustTest ? await this.test(0, settings, apiKey) : null;
    const stored = { ...settings, enabled: settings.enabled && lastError === null };
    return this.write(async () => {
      const manager = this.uow.requireTransaction();
      // The encryption needs the id before the insert.
      const [{ id }] = await manager.query<[{ id: number }]>(
        `SELECT nextval(pg_get_serial_sequence('supply_provider', 'id'))::int AS id`,
      );
      const apiKeyEncrypted = this.encrypt(id, apiKey);
      await manager.insert(SupplyProvider, { ...stored, lastError, id, apiKeyEncrypted });
      await this.audit.record(actor, {
        action: 'system.provider_added',
        target: `supply_provider:${id}`,
        details: `Connected the provider ${settings.name}${describeUntested(settings, body)}`,
        after: toAudited(stored),
      });
      return { ...(await this.get(id)), test_error: lastError };
    });
  }

  /**
   * Replaces all settings; the kind stays. Without a key, or with a masked one, the stored one stays.
   */
  async update(actor: Actor, id: number, body: UpdateProviderDto): Promise<SavedProviderData> {
    const settings = toSettings(body);
    const { enable_anyway: reason } = body;
    const newKey = isMaskedSecret(body.api_key) ? undefined : body.api_key;
    const known = await this.uow.manager.findOneBy(SupplyProvider, { id });
    if (!known) throw refuse('PROVIDER_NOT_FOUND');
    assertSameAccount(known, settings, newKey);
    const isNew = !known.enabled || newKey !== undefined;
    const mustTest = settings.enabled && isNew && reason === undefined;
    const error = mustTest ? await this.test(id, settings, newKey ?? this.decrypt(known)) : null;
    const stored = { ...settings, enabled: settings.enabled && error === null };
    return this.write(async () => {
      const before = await this.lock(id);
      assertSameAccount(before, settings, newKey);
      await this.uow.requireTransaction().update(
        SupplyProvider,
        { id },
        {
          ...stored,
          ...(mustTest && { lastError: error }),
          ...(newKey !== undefined && { apiKeyEncrypted: this.encrypt(id, newKey) }),
        },
      );
      await this.audit.record(actor, {
        action: 'system.provider_changed',
        target: `supply_provider:${id}`,
        details: `Changed the provider ${settings.name}${newKey === undefined ? '' : ', with a new key'}${describeUntested(settings, body)}`,
        before: toAudited(before),
        after: toAudited(stored),
      });
      return { ...(await this.get(id)), test_error: error };
    });
  }

  remove(actor: Actor, id: number): Promise<void> {
    return this.write(async () => {
      const provider = await this.lock(id);
      await this.uow.requireTransaction().delete(SupplyProvider, { id });
      await this.audit.record(actor, {
        action: 'system.provider_removed',
        target: `supply_provider:${id}`,
        details: `Removed the provider ${provider.name}`,
        before: toAudited(provider),
      });
    });
  }

  /** Until the end of the transaction nobody else changes it or opens a purchase. */
  private async lock(id: number): Promise<SupplyProvider> {
    const provider = await this.uow.requireTransaction().findOne(SupplyProvider, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!provider) throw refuse('PROVIDER_NOT_FOUND');
    return provider;
  }

  private select(rest: string, values: unknown[] = []): Promise<SupplyProviderResponse[]> {
    return this.uow.manager.query(
      `SELECT ${COLUMNS} FROM supply_provider p LEFT JOIN supply_provider_spending s ON s.provider_id = p.id ${rest}`,
      values,
    );
  }

  private test(id: number, { name, kind, baseUrl }: Settings, apiKey: string) {
    return this.adapters.test(kind, { id, name, baseUrl, apiKey });
  }

  private decrypt({ id, apiKeyEncrypted }: SupplyProvider): string {
    return decrypt(this.config.key('secrets'), providerContext(id), apiKeyEncrypted);
  }

  private encrypt(id: number, apiKey: string): string {
    return encrypt(this.config.key('secrets'), providerContext(id), apiKey);
  }

  private async write<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.uow.run(work);
    } catch (error) {
      if (isUniqueViolation(error, 'supply_provider_name_key')) throw refuse('PROVIDER_EXISTS');
      if (isForeignKeyViolation(error)) throw refuse('PROVIDER_IN_USE');
      throw error;
    }
  }
}

type Settings = ReturnType<typeof toSettings>;

function assertSameAccount(
  before: SupplyProvider,
  settings: Settings,
  newKey: string | undefined,
): void {
  if (before.kind !== settings.kind)
    throw invalidFields({ kind: ['The kind of a provider stays. Connect another one.'] });
  // Whoever changes the address could otherwise have the stored key sent to a host of theirs.
  if (before.baseUrl !== settings.baseUrl && newKey === undefined)
    throw invalidFields({ api_key: ['Enter the API key again for another address.'] });
}

function toSettings(body: ProviderDto) {
  const { name, kind, enabled, buys_automatically: buysAutomatically, minimum_stock } = body;
  const toMicrosOrNull = (usd: number | null | undefined) => (usd == null ? null : toMicros(usd));
  if (buysAutomatically && !PROVIDER_RULES[kind].buys)
    throw invalidFields({ buys_automatically: ['The API of this provider cannot buy.'] });
  if (buysAutomatically && body.monthly_budget_usd == null)
    throw invalidFields({
      monthly_budget_usd: ['Automatic purchases need a monthly budget.'],
    });
  return {
    ...{ name, kind, enabled, buysAutomatically },
    baseUrl: (body.base_url ?? PROVIDER_RULES[kind].baseUrl).replace(/\/+$/, ''),
    monthlyBudgetMicros: toMicrosOrNull(body.monthly_budget_usd),
    dailyAutomaticMicros: toMicrosOrNull(body.daily_automatic_usd),
    automaticPeriod: body.automatic_period ?? DEFAULT_PERIOD,
    minimumStock: minimum_stock,
    note: body.note ?? null,
  };
}

const plainOrNull = (micros: bigint | null) =>
  micros === null ? null : plainNumber(Number(micros));

/** Without the key. */
const toAudited = (settings: Settings | SupplyProvider) => ({
  name: settings.name,
  kind: settings.kind,
  baseUrl: settings.baseUrl,
  enabled: settings.enabled,
  monthlyBudgetUsdMicros: plainOrNull(settings.monthlyBudgetMicros),
  buysAutomatically: settings.buysAutomatically,
  dailyAutomaticUsdMicros: plainOrNull(settings.dailyAutomaticMicros),
  automaticPeriod: settings.automaticPeriod,
  minimumStock: Object.entries(settings.minimumStock)
    .map(([country, count]) => `${country} ${count}`)
    .join(', '),
  note: settings.note,
});
