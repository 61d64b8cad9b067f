import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { encrypt, isMaskedSecret, SECRET_MASK } from '../../common/crypto/secrets';
import { RenderError, UnsupportedFilterError } from '../../common/dialects/dialect';
import {
  PlaceTable,
  toPlaceKey,
  type PlaceLevel,
  type ProviderPlace,
} from '../../common/dialects/upstream-network';
import { invalidFields } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { networkContext } from '../catalog.encrypted-columns';
import { refuse, tooManyNetworks } from '../catalog.errors';
import { describeUntested } from '../enable-anyway.dto';
import { ProbesService } from '../health/probes.service';
import { SupplyProvider } from '../providers/provider.entity';
import type {
  CreateNetworkDto,
  PreviewDraftDto,
  PreviewNetworkDto,
  UpdateNetworkDto,
} from './network.dto';
import { SupplyNetwork } from './network.entity';
import {
  type Account,
  assertUsable,
  type Settings,
  toAccount,
  toAudited,
  toSettings,
  toUpstreamNetwork,
  toUpstreamRequest,
} from './network-settings';
import type {
  NetworkData,
  NetworkPreviewData,
  NetworkResponse,
  NetworksData,
  SavedNetworkData,
} from './network.response';

/** Every gateway process reads them all on every change. */
const MAX_NETWORKS = 200;

/** Where, and how readably, a password is sent. */
const ENDPOINT = ['protocol', 'host', 'port'] as const;

/** What a connection to the provider depends on: another one is tested before it is used. */
const CONNECTION = [
  ...ENDPOINT,
  ...(['dialect', 'username', 'usernameTemplate', 'passwordTemplate'] as const),
];

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

/** The accounts at providers that the shop sells traffic of. */
@Injectable()
export class SupplyNetworksService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly audit: AuditService,
    private readonly probes: ProbesService,
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

  async add(actor: Actor, body: CreateNetworkDto): Promise<SavedNetworkData> {
    const settings = toSettings(body);
    assertUsable(settings);
    const { enable_anyway: reason } = body;
    const mustTest = settings.enabled && reason === undefined;
    const id = await this.write(async () => {
      const manager = this.uow.requireTransaction();
      if ((await manager.count(SupplyNetwork)) >= MAX_NETWORKS) throw tooManyNetworks(MAX_NETWORKS);
      await this.assertOwnAccount(settings);
      // The encryption needs the id before the insert.
      const [{ id }] = await manager.query<[{ id: number }]>(
        `SELECT nextval(pg_get_serial_sequence('supply_network', 'id'))::int AS id`,
      );
      const passwordEncrypted = this.encrypt(id, body.password);
      const stored = { ...settings, enabled: settings.enabled && !mustTest };
      await manager.insert(SupplyNetwork, { ...stored, id, passwordEncrypted });
      await this.audit.record(actor, {
        action: 'system.network_added',
        target: `supply_network:${id}`,
        details: `Added the network ${settings.name}${describeUntested(stored, body)}`,
        after: toAudited(stored),
      });
      return id;
    });
    return this.finish(actor, id, mustTest);
  }

  /**
   * Replaces all settings. Without a password, or with a masked one, the stored one stays, which is good for its endpoint
   * only.
   */
  async update(actor: Actor, id: number, body: UpdateNetworkDto): Promise<SavedNetworkData> {
    const settings = toSettings(body);
    assertUsable(settings);
    const newPassword = isMaskedSecret(body.password) ? undefined : body.password;
    const { enable_anyway: reason } = body;
    const mustTest = await this.write(async () => {
      const before = await this.lock(id);
      // Whoever changes them could otherwise have the stored password sent to a host of theirs, or unencrypted.
      if (newPassword === undefined && ENDPOINT.some((field) => before[field] !== settings[field]))
        throw invalidFields({
          password: ['Enter the password again: the host, the port or the protocol has changed.'],
        });
      await this.assertOwnAccount(settings);
      const isNew =
        newPassword !== undefined ||
        !before.enabled ||
        CONNECTION.some((field) => before[field] !== settings[field]);
      const isUntested = settings.enabled && isNew && reason === undefined;
      const stored = { ...settings, enabled: settings.enabled && !isUntested };
      await this.uow.requireTransaction().update(
        SupplyNetwork,
        { id },
        {
          ...stored,
          ...(newPassword !== undefined && { passwordEncrypted: this.encrypt(id, newPassword) }),
        },
      );
      const suffix = newPassword === undefined ? '' : ', with a new password';
      await this.audit.record(actor, {
        action: 'system.network_changed',
        target: `supply_network:${id}`,
        details: `Changed the network ${settings.name}${suffix}${describeUntested(stored, body)}`,
        before: toAudited(before),
        after: toAudited(stored),
      });
      return isUntested;
    });
    return this.finish(actor, id, mustTest);
  }

  /**
   * Tests what is stored, if it must, and enables it unless the provider is at fault. Nothing changes when somebody else
   * has changed it meanwhile.
   */
  private async finish(actor: Actor, id: number, mustTest: boolean): Promise<SavedNetworkData> {
    if (!mustTest) return { ...(await this.get(id, true)), test_error: null };
    const { name, countries, updatedAt } = await this.find(id);
    const { ok, error, isConclusive, exitIp } = await this.probes.testNetwork(id, countries?.[0]);
    if (ok || !isConclusive)
      await this.uow.run(async () => {
        const before = await this.lock(id);
        if (before.updatedAt.getTime() !== updatedAt.getTime()) return;
        await this.uow.requireTransaction().update(SupplyNetwork, { id }, { enabled: true });
        await this.audit.record(actor, {
          action: 'system.network_changed',
          target: `supply_network:${id}`,
          details: `Enabled the network ${name}${ok ? ` after a test, which left from ${exitIp}` : `, which could not be tested: ${error}`}`,
          before: { enabled: false },
          after: { enabled: true },
        });
      });
    return { ...(await this.get(id, true)), test_error: error };
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
