import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { plainNumber } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import { encrypt, isMaskedSecret, SECRET_MASK } from '../../common/crypto/secrets';
import { RenderError, UnsupportedFilterError } from '../../common/dialects/dialect';
import { findDialect } from '../../common/dialects/dialects';
import {
  NETWORK_TARGETS,
  PlaceTable,
  toPlaceKey,
  type PlaceLevel,
  type ProviderPlace,
  TemplateFieldError,
  type UpstreamRequest,
  UpstreamNetwork,
} from '../../common/dialects/upstream-network';
import { invalidFields } from '../../common/errors/domain-error';
import { toMicros } from '../../common/money/usd';
import type { Actor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { networkContext } from '../catalog.encrypted-columns';
import { refuse, tooManyNetworks } from '../catalog.errors';
import { SupplyProvider } from '../providers/provider.entity';
import type {
  CreateNetworkDto,
  NetworkDto,
  PreviewDraftDto,
  PreviewNetworkDto,
  UpdateNetworkDto,
} from './network.dto';
import { SupplyNetwork } from './network.entity';
import type {
  NetworkData,
  NetworkPreviewData,
  NetworkResponse,
  NetworksData,
} from './network.response';

/** Every gateway process reads them all on every change. */
const MAX_NETWORKS = 200;

/** Where, and how readably, a password is sent. */
const ENDPOINT = ['protocol', 'host', 'port'] as const;

const TARGETING_WORDS = {
  region: 'regions',
  city: 'cities',
  isp: 'internet providers',
  asn: 'AS numbers',
} as const;

/** Of `NetworkResponse`. */
const COLUMNS = `n.id, n.name, n.dialect, n.kind, n.protocol, n.host, n.port, n.username, '${SECRET_MASK}' AS password,
  n.username_template, n.password_template, coalesce(to_json(n.countries), '"*"') AS countries,
  json_build_object('region', n.targets_region, 'city', n.targets_city, 'isp', n.targets_isp,
    'asn', n.targets_asn) AS targeting,
  n.cost_usd_micros::float8 / 1000000 AS cost_usd_per_gb, n.bytes_per_gb,
  n.precise_cost_percent::float8 / 100 AS precise_cost_factor, n.daily_budget_gb, n.monthly_budget_gb,
  n.concurrency_limit, n.minimum_balance_usd_micros::float8 / 1000000 AS minimum_balance_usd, n.provider_id,
  n.weight, n.enabled, n.note, n.created_at, n.updated_at`;

/** The account at the provider and what it costs are for admins. */
const HIDDEN_FROM_SUB_ADMINS = {
  ...{ username: null, password: null, username_template: null, password_template: null },
  ...{ cost_usd_per_gb: null, precise_cost_factor: null, daily_budget_gb: null },
  ...{ monthly_budget_gb: null, concurrency_limit: null, minimum_balance_usd: null },
  ...{ provider_id: null, note: null },
} satisfies Partial<NetworkResponse>;

/** What the credentials of a connection depend on. */
type Account = Pick<
  SupplyNetwork,
  'dialect' | 'username' | 'usernameTemplate' | 'passwordTemplate' | 'countries'
> &
  Pick<SupplyNetwork, 'targetsRegion' | 'targetsCity' | 'targetsIsp' | 'targetsAsn'>;

type Settings = Omit<SupplyNetwork, 'id' | 'passwordEncrypted' | 'createdAt' | 'updatedAt'>;

/** The accounts at providers that the shop sells traffic of. */
@Injectable()
export class SupplyNetworksService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly audit: AuditService,
  ) {}

  /** By name. */
  async list(isFull: boolean): Promise<NetworksData> {
    return { networks: await this.select(isFull, 'ORDER BY n.name') };
  }

  async get(id: number, isFull: boolean): Promise<NetworkData> {
    const [network] = await this.select(isFull, 'WHERE n.id = $1', [id]);
    if (!network) throw refuse('NETWORK_NOT_FOUND');
    return { network };
  }

  async find(id: number): Promise<SupplyNetwork> {
    const network = await this.uow.manager.findOneBy(SupplyNetwork, { id });
    if (!network) throw refuse('NETWORK_NOT_FOUND');
    return network;
  }

  /** Until the end of the transaction nobody else changes it. */
  async lock(id: number): Promise<SupplyNetwork> {
    const network = await this.uow.requireTransaction().findOne(SupplyNetwork, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!network) throw refuse('NETWORK_NOT_FOUND');
    return network;
  }

  add(actor: Actor, body: CreateNetworkDto): Promise<NetworkData> {
    const settings = toSettings(body);
    assertUsable(settings);
    return this.write(async () => {
      const manager = this.uow.requireTransaction();
      if ((await manager.count(SupplyNetwork)) >= MAX_NETWORKS) throw tooManyNetworks(MAX_NETWORKS);
      await this.assertOwnAccount(settings);
      // The encryption needs the id before the insert.
      const [{ id }] = await manager.query<[{ id: number }]>(
        `SELECT nextval(pg_get_serial_sequence('supply_network', 'id'))::int AS id`,
      );
      const passwordEncrypted = this.encrypt(id, body.password);
      await manager.insert(SupplyNetwork, { ...settings, id, passwordEncrypted });
      await this.audit.record(actor, {
        action: 'system.network_added',
        target: `supply_network:${id}`,
        details: `Added the network ${settings.name}`,
        after: toAudited(settings),
      });
      return this.get(id, true);
    });
  }

  /**
   * Replaces all settings. Without a password, or with a masked one, the stored one stays, which is good for its endpoint
   * only.
   */
  update(actor: Actor, id: number, body: UpdateNetworkDto): Promise<NetworkData> {
    const settings = toSettings(body);
    assertUsable(settings);
    const newPassword = isMaskedSecret(body.password) ? undefined : body.password;
    return this.write(async () => {
      const before = await this.lock(id);
      // Whoever changes them could otherwise have the stored password sent to a host of theirs, or unencrypted.
      if (newPassword === undefined && ENDPOINT.some((field) => before[field] !== settings[field]))
        throw invalidFields({
          password: ['Enter the password again: the host, the port or the protocol has changed.'],
        });
      await this.assertOwnAccount(settings);
      await this.uow.requireTransaction().update(
        SupplyNetwork,
        { id },
        {
          ...settings,
          ...(newPassword !== undefined && { passwordEncrypted: this.encrypt(id, newPassword) }),
        },
      );
      const suffix = newPassword === undefined ? '' : ', with a new password';
      await this.audit.record(actor, {
        action: 'system.network_changed',
        target: `supply_network:${id}`,
        details: `Changed the network ${settings.name}${suffix}`,
        before: toAudited(before),
        after: toAudited(settings),
      });
      return this.get(id, true);
    });
  }

  remove(actor: Actor, id: number): Promise<void> {
    return this.uow.run(async () => {
      const network = await this.lock(id);
      await this.uow.requireTransaction().delete(SupplyNetwork, { id });
      await this.audit.record(actor, {
        action: 'system.network_removed',
        target: `supply_network:${id}`,
        details: `Removed the network ${network.name}`,
        before: toAudited(network),
      });
    });
  }

  /** What a gateway would send for a request; the password is not even decrypted. */
  async preview(id: number, request: PreviewNetworkDto): Promise<NetworkPreviewData> {
    return this.render(await this.find(id), request, id);
  }

  /** What a gateway would send for a request through a network that need not be stored. */
  previewDraft(body: PreviewDraftDto): Promise<NetworkPreviewData> {
    return this.render(toAccount(body), body, body.network_id);
  }

  /** @param networkId whose list of places is used. */
  private async render(
    account: Account,
    request: PreviewNetworkDto,
    networkId: number | undefined,
  ): Promise<NetworkPreviewData> {
    const places = networkId === undefined ? undefined : await this.findPlaces(networkId, request);
    const network = toUpstreamNetwork(account, SECRET_MASK, places);
    try {
      const { username, password } = network.render(toUpstreamRequest(request));
      return { username, password_masked: password };
    } catch (error) {
      if (error instanceof UnsupportedFilterError)
        throw invalidFields({ [error.filter === 'asn' ? 'isp' : error.filter]: [error.message] });
      if (error instanceof RenderError) throw invalidFields({ username: [error.message] });
      throw error;
    }
  }

  /** What a gateway has of the network's lists of places, as far as the request can mean it. */
  private async findPlaces(
    networkId: number,
    { region, city, isp }: PreviewNetworkDto,
  ): Promise<PlaceTable> {
    const keys = [region, city, isp].flatMap((name) =>
      name === undefined ? [] : [toPlaceKey(name)],
    );
    const [lists, places] = await this.uow.all<[{ level: PlaceLevel }[], ProviderPlace[]]>(
      () =>
        this.uow.manager.query(`SELECT level FROM supply_place_list WHERE network_id = $1`, [
          networkId,
        ]),
      () =>
        this.uow.manager.query(
          `SELECT level, country, key, provider_name AS "providerName" FROM supply_place
           WHERE network_id = $1 AND key = ANY ($2::text[])`,
          [networkId, ['', ...keys]],
        ),
    );
    return new PlaceTable(
      lists.map(({ level }) => level),
      places,
    );
  }

  private async assertOwnAccount({ providerId, dialect }: Settings): Promise<void> {
    if (providerId === null) return;
    const provider = await this.uow.requireTransaction().findOne(SupplyProvider, {
      where: { id: providerId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!provider) throw invalidFields({ provider_id: ['This account is no longer connected.'] });
    if (dialect !== 'custom' && provider.kind !== dialect)
      throw invalidFields({ provider_id: ['This account is at another provider.'] });
  }

  private async select(
    isFull: boolean,
    rest: string,
    values: unknown[] = [],
  ): Promise<NetworkResponse[]> {
    const networks = await this.uow.manager.query<NetworkResponse[]>(
      `SELECT ${COLUMNS} FROM supply_network n ${rest}`,
      values,
    );
    return isFull ? networks : networks.map((one) => ({ ...one, ...HIDDEN_FROM_SUB_ADMINS }));
  }

  private encrypt(id: number, password: string): string {
    return encrypt(this.config.key('secrets'), networkContext(id), password);
  }

  private async write<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.uow.run(work);
    } catch (error) {
      if (isUniqueViolation(error, 'supply_network_name_key')) throw refuse('NETWORK_EXISTS');
      throw error;
    }
  }
}

const toAccount = (body: PreviewDraftDto | NetworkDto): Account => ({
  dialect: body.dialect,
  username: body.username,
  usernameTemplate: body.username_template ?? null,
  passwordTemplate: body.password_template ?? null,
  countries: body.countries === '*' ? null : body.countries,
  targetsRegion: body.targeting.region,
  targetsCity: body.targeting.city,
  targetsIsp: body.targeting.isp,
  targetsAsn: body.targeting.asn ?? false,
});

function toSettings(body: NetworkDto): Settings {
  const { name, kind, protocol, host, port, weight, enabled, note = null } = body;
  const { precise_cost_factor: factor, minimum_balance_usd: balance } = body;
  return {
    ...toAccount(body),
    ...{ name, kind, protocol, host, port, weight, enabled, note },
    costUsdMicros: toMicros(body.cost_usd_per_gb),
    bytesPerGb: body.bytes_per_gb,
    preciseCostPercent: factor == null ? null : Math.round(factor * 100),
    dailyBudgetGb: body.daily_budget_gb ?? null,
    monthlyBudgetGb: body.monthly_budget_gb ?? null,
    concurrencyLimit: body.concurrency_limit ?? null,
    minimumBalanceUsdMicros: balance == null ? null : toMicros(balance),
    providerId: body.provider_id ?? null,
  };
}

function assertUsable(settings: Settings): void {
  const dialect = findDialect(settings.dialect);
  if (dialect && !dialect.protocols.includes(settings.protocol))
    throw invalidFields({
      protocol: [`${dialect.name} is spoken to by ${dialect.protocols.join(' or ')}`],
    });
  const network = toUpstreamNetwork(settings, 'secret');
  const targeting = toTargeting(settings);
  for (const filter of NETWORK_TARGETS)
    if (targeting[filter] && !network.has(filter))
      throw invalidFields({
        [`targeting.${filter}`]: [`The templates have no word for ${TARGETING_WORDS[filter]}`],
      });
  if (!network.hasCountryWord && settings.countries?.length !== 1)
    throw invalidFields({
      countries: ['The templates have no word for countries: choose the one where it is'],
    });
}

const toTargeting = ({ targetsRegion, targetsCity, targetsIsp, targetsAsn }: Account) => ({
  ...{ region: targetsRegion, city: targetsCity, isp: targetsIsp, asn: targetsAsn },
});

function toUpstreamNetwork(
  account: Account,
  password: string,
  places?: PlaceTable,
): UpstreamNetwork {
  const { username, usernameTemplate, passwordTemplate, countries } = account;
  const dialect = findDialect(account.dialect);
  if (!dialect) throw invalidFields({ dialect: ['Choose a dialect of the list'] });
  try {
    return new UpstreamNetwork(dialect, {
      ...{ username, usernameTemplate, passwordTemplate, countries, password, places },
      targeting: toTargeting(account),
    });
  } catch (error) {
    if (error instanceof TemplateFieldError)
      throw invalidFields({ [error.field]: [error.message] });
    throw error;
  }
}

/** Of proxy 0, which there is not. */
function toUpstreamRequest(request: PreviewNetworkDto): UpstreamRequest {
  const { country = null, region = null, city = null, isp = null, session } = request;
  const ttlMinutes = request.ttl_minutes ?? (session === undefined ? -1 : 0);
  const token = createHash('sha256')
    .update([country, region, city, isp, session ?? ''].join('|'))
    .digest('hex')
    .slice(0, 16);
  return {
    ...{ country, region, city, isp, ttlMinutes },
    session: ttlMinutes < 0 ? null : { proxyId: 0, token },
  };
}

const plainOrNull = (value: number | bigint | null) =>
  value === null ? null : plainNumber(Number(value));

/** Without the password. */
const toAudited = (settings: Settings) => ({
  name: settings.name,
  dialect: settings.dialect,
  kind: settings.kind,
  endpoint: `${settings.protocol}://${settings.host}:${settings.port}`,
  username: settings.username,
  usernameTemplate: settings.usernameTemplate,
  passwordTemplate: settings.passwordTemplate,
  countries: settings.countries?.join(' ') ?? '*',
  targeting: toTargeting(settings),
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
