import { SupplyNetworkRepository } from './network.repository';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  type ListedNetwork,
  type NetworkSettings,
  type NetworkPreview,
  type PreviewRequest,
  type RenderedSettings,
} from './network.entity';
import { plainNumber } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { isMaskedSecret, maskSecret } from '../../common/crypto/secrets';
import { isUniqueViolation } from '../../database/pg-errors';
import { invalidFields } from '../../common/errors/domain-error';
import { ProviderRepository } from '../providers/providers.service';
import { PlacesService } from '../places/places.service';
import { networkExists, networkNotFound, tooManyNetworks } from '../catalog.errors';
import { assertUsable, renderCredentials } from './network-renderer';
import { toMicros } from '../../common/money/usd';
import type { NetworkDto, PreviewDraftDto, PreviewNetworkDto } from './network.dto';

/** Every gateway process reads them all on every change. */
const MAX_NETWORKS = 200;

/** Where, and how readably, a password is sent. */
const ENDPOINT = ['protocol', 'host', 'port'] as const satisfies (keyof NetworkSettings)[];

/** The accounts at providers that the shop sells traffic of. */
@Injectable()
export class SupplyNetworksService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly networks: SupplyNetworkRepository,
    private readonly providers: ProviderRepository,
    private readonly places: PlacesService,
    private readonly audit: AuditService,
  ) {}

  list(): Promise<ListedNetwork[]> {
    return this.networks.findAll();
  }

  /** @throws DomainError not_found NETWORK_NOT_FOUND. */
  async get(id: number): Promise<ListedNetwork> {
    const network = await this.networks.findById(id);
    if (!network) throw networkNotFound();
    return network;
  }

  /** @throws DomainError invalid; conflict NETWORK_EXISTS or TOO_MANY_NETWORKS. */
  add(actor: Actor, settings: NetworkSettings, password: string): Promise<ListedNetwork> {
    assertUsable(settings);
    return this.write(async () => {
      if ((await this.networks.count()) >= MAX_NETWORKS) throw tooManyNetworks(MAX_NETWORKS);
      await this.assertOwnAccount(settings);
      const id = await this.networks.add(settings, password);
      await this.audit.record(actor, {
        action: 'system.network_added',
        target: `supply_network:${id}`,
        details: `Added the network ${settings.name}`,
        after: toAudited(settings),
      });
      return this.get(id);
    });
  }

  /**
   * Replaces all settings.
   * @param password undefined or masked leaves the stored one, which is good for its endpoint only.
   * @throws DomainError as `add`, and not_found NETWORK_NOT_FOUND.
   */
  update(
    actor: Actor,
    id: number,
    settings: NetworkSettings,
    password: string | undefined,
  ): Promise<ListedNetwork> {
    assertUsable(settings);
    const newPassword = isMaskedSecret(password) ? undefined : password;
    return this.write(async () => {
      const before = await this.networks.lock(id);
      if (!before) throw networkNotFound();
      // Whoever changes them could otherwise have the stored password sent to a host of theirs, or unencrypted.
      if (newPassword === undefined && ENDPOINT.some((field) => before[field] !== settings[field]))
        throw invalidFields({
          password: ['Enter the password again: the host, the port or the protocol has changed.'],
        });
      await this.assertOwnAccount(settings);
      await this.networks.update(id, settings, newPassword);
      const suffix = newPassword === undefined ? '' : ', with a new password';
      await this.audit.record(actor, {
        action: 'system.network_changed',
        target: `supply_network:${id}`,
        details: `Changed the network ${settings.name}${suffix}`,
        before: toAudited(before),
        after: toAudited(settings),
      });
      return this.get(id);
    });
  }

  /** @throws DomainError not_found NETWORK_NOT_FOUND. */
  remove(actor: Actor, id: number): Promise<void> {
    return this.write(async () => {
      const network = await this.networks.lock(id);
      if (!network) throw networkNotFound();
      await this.networks.remove(id);
      await this.audit.record(actor, {
        action: 'system.network_removed',
        target: `supply_network:${id}`,
        details: `Removed the network ${network.name}`,
        before: toAudited(network),
      });
    });
  }

  /**
   * What a gateway would send for a request; the password is not even decrypted.
   * @throws DomainError invalid naming the filter that the network cannot express; not_found NETWORK_NOT_FOUND.
   */
  async preview(id: number, request: PreviewRequest): Promise<NetworkPreview> {
    return this.previewDraft(await this.get(id), request, id);
  }

  /**
   * What a gateway would send for a request through a network that need not be stored.
   * @param networkId whose list of places is used.
   * @throws DomainError invalid for settings that cannot be used, and naming the filter that they cannot express.
   */
  async previewDraft(
    settings: RenderedSettings,
    request: PreviewRequest,
    networkId?: number,
  ): Promise<NetworkPreview> {
    const mask = maskSecret('') ?? '';
    const { region, city, isp } = request;
    const names = [region, city, isp].filter((name) => name !== undefined);
    const places =
      networkId === undefined ? undefined : await this.places.getTable(networkId, names);
    const { username, password } = renderCredentials({ ...settings, places }, mask, request);
    return { username, passwordMasked: password };
  }

  /** @throws DomainError invalid for an account that is gone or of another provider. */
  private async assertOwnAccount({ providerId, dialect }: NetworkSettings): Promise<void> {
    if (providerId === null) return;
    const provider = await this.providers.lock(providerId);
    const problem = !provider
      ? 'This account is no longer connected.'
      : dialect !== 'custom' && provider.kind !== dialect
        ? 'This account is at another provider.'
        : null;
    if (problem) throw invalidFields({ provider_id: [problem] });
  }

  private async write<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.uow.run(work);
    } catch (error) {
      if (isUniqueViolation(error, 'supply_network_name_key')) throw networkExists();
      throw error;
    }
  }
}

const plainOrNull = (value: number | bigint | null) =>
  value === null ? null : plainNumber(Number(value));

/** Without the password, which settings do not contain. */
const toAudited = (settings: NetworkSettings) => ({
  name: settings.name,
  dialect: settings.dialect,
  kind: settings.kind,
  endpoint: `${settings.protocol}://${settings.host}:${settings.port}`,
  username: settings.username,
  usernameTemplate: settings.usernameTemplate,
  passwordTemplate: settings.passwordTemplate,
  countries: settings.countries?.join(' ') ?? '*',
  targeting: { ...settings.targeting },
  costUsdMicros: plainNumber(Number(settings.costUsdMicros)),
  bytesPerGb: plainNumber(settings.bytesPerGb),
  preciseCostPercent: plainOrNull(settings.preciseCostPercent),
  dailyBudgetGb: plainOrNull(settings.dailyBudgetGb),
  monthlyBudgetGb: plainOrNull(settings.monthlyBudgetGb),
  concurrencyLimit: plainOrNull(settings.concurrencyLimit),
  minimumBalanceUsdMicros: plainOrNull(settings.minimumBalanceUsdMicros),
  providerId: plainOrNull(settings.providerId),
  weight: plainNumber(settings.weight),
  enabled: settings.enabled,
  note: settings.note,
});

export function toSettings(body: NetworkDto): NetworkSettings {
  const { region, city, isp } = body.targeting;
  const factor = body.precise_cost_factor ?? null;
  return {
    name: body.name,
    dialect: body.dialect,
    kind: body.kind,
    protocol: body.protocol,
    host: body.host,
    port: body.port,
    username: body.username,
    usernameTemplate: body.username_template ?? null,
    passwordTemplate: body.password_template ?? null,
    countries: body.countries === '*' ? null : body.countries,
    targeting: { region, city, isp },
    costUsdMicros: toMicros(body.cost_usd_per_gb),
    bytesPerGb: body.bytes_per_gb,
    preciseCostPercent: factor === null ? null : Math.round(factor * 100),
    dailyBudgetGb: body.daily_budget_gb ?? null,
    monthlyBudgetGb: body.monthly_budget_gb ?? null,
    concurrencyLimit: body.concurrency_limit ?? null,
    minimumBalanceUsdMicros:
      body.minimum_balance_usd == null ? null : toMicros(body.minimum_balance_usd),
    providerId: body.provider_id ?? null,
    weight: body.weight,
    enabled: body.enabled,
    note: body.note ?? null,
  };
}

export function toDraft(body: PreviewDraftDto): RenderedSettings {
  const { region, city, isp } = body.targeting;
  return {
    dialect: body.dialect,
    username: body.username,
    usernameTemplate: body.username_template ?? null,
    passwordTemplate: body.password_template ?? null,
    countries: body.countries === '*' ? null : body.countries,
    targeting: { region, city, isp },
  };
}

export const toPreviewRequest = (body: PreviewNetworkDto): PreviewRequest => ({
  country: body.country,
  region: body.region,
  city: body.city,
  isp: body.isp,
  session: body.session,
  ttlMinutes: body.ttl_minutes,
});
