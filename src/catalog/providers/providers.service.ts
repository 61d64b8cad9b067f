import { Injectable } from '@nestjs/common';
import { plainNumber } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { isMaskedSecret } from '../../common/security/secret-mask';
import { isForeignKeyViolation, isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { invalidFields } from '../../common/errors/domain-error';
import { providerExists, providerInUse, providerNotFound } from '../supply.errors';
import { PROVIDER_RULES } from './provider-kinds';
import { ProviderRepository } from './provider.repository';
import type { ListedProvider, ProviderSettings } from './providers.types';

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
