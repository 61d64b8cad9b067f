import { Injectable, Logger } from '@nestjs/common';
import type { AuditActor } from '../../audit/audit.service';
import type { PlaceLevel } from '../../common/dialects/upstream-network';
import { DomainError } from '../../common/errors/domain-error';
import { Clock, DAY } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { providerCannot, providerRefused } from '../catalog.errors';
import { SupplyNetworksService } from '../networks/networks.service';
import { askProvider, ProviderAdapters } from '../providers/provider-adapters';
import { PROVIDER_RULES, SupplyProvider } from '../providers/provider.entity';
import { toListedPlace, toPlaceId, type ListedPlace } from './place-csv';
import type { PlaceAccountResponse, PlaceImportData } from './place.dto';
import { PlacesService, type PlaceChange } from './places.service';

const REFRESH_DAYS = 7;
const MAX_PLACES = 200_000;

/** Lists of places that the APIs of providers tell. */
@Injectable()
export class ProviderPlacesService {
  private readonly logger = new Logger(ProviderPlacesService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly places: PlacesService,
    private readonly networks: SupplyNetworksService,
    private readonly adapters: ProviderAdapters,
    private readonly clock: Clock,
  ) {}

  /** Where `read` would read; null where it cannot. */
  async findAccount(networkId: number): Promise<PlaceAccountResponse | null> {
    const id = await this.findProviderId(networkId);
    const provider = id && (await this.uow.manager.findOneBy(SupplyProvider, { id }));
    if (!provider) return null;
    const levels = [...PROVIDER_RULES[provider.kind].places];
    return levels.length > 0 ? { name: provider.name, levels } : null;
  }

  /** Replaces the lists of the levels that the provider's API tells, or says what that would do. */
  async read(actor: AuditActor, networkId: number, isDryRun: boolean): Promise<PlaceImportData> {
    const change = await this.fetch(networkId);
    return this.places.apply(actor, networkId, change, isDryRun);
  }

  /** Brings lists that came from an API up to date once a week. One that fails keeps its places and says why. */
  async refreshDue(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - REFRESH_DAYS * DAY);
    const due = await this.uow.manager.query<{ networkId: number; levels: PlaceLevel[] }[]>(
      `SELECT network_id AS "networkId", array_agg(level ORDER BY level) AS levels FROM supply_place_list
       WHERE source = 'api' AND imported_at < $1 GROUP BY network_id ORDER BY network_id`,
      [before],
    );
    for (const { networkId, levels } of due)
      try {
        await this.refresh(networkId, levels);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        this.logger.warn({ network: networkId, code: error.code }, 'Places could not be read');
        await this.recordError(networkId, levels, error.message);
      }
  }

  /** Changes those levels only: staff may have replaced others by a file. */
  private async refresh(networkId: number, levels: readonly PlaceLevel[]): Promise<void> {
    const all = await this.fetch(networkId);
    for (const level of levels) {
      const change = { ...all, places: all.places.filter((place) => place.level === level) };
      const planned = await this.places.apply('system', networkId, change, true);
      const { length } = change.places;
      // A list that is cut must not take most of what is sold off sale while nobody looks.
      if (length === 0 || planned.removed > planned.unchanged + planned.changed)
        await this.recordError(networkId, [level], tooFew(length));
      else await this.places.apply('system', networkId, change, false);
    }
  }

  private async fetch(networkId: number): Promise<PlaceChange> {
    const { kind } = await this.networks.find(networkId);
    const id = await this.findProviderId(networkId);
    if (id === null) throw providerCannot('list places: no account is linked with this network');
    const { adapter, account } = await this.adapters.find(id);
    const { places: source } = adapter;
    if (!source) throw providerCannot('list places');
    const named = await askProvider(() => source.listPlaces(account, kind));
    const countries = await this.places.findCountries();
    const found = new Map<string, ListedPlace>();
    let skipped = 0;
    for (const one of named) {
      const place = toListedPlace(one, countries);
      if (typeof place === 'string') skipped++;
      // Cities of one name in several states: a request names the state too, or any of them is right.
      else if (!found.has(toPlaceId(place))) found.set(toPlaceId(place), place);
    }
    if (found.size > MAX_PLACES)
      throw providerRefused(`It lists more than ${MAX_PLACES.toLocaleString('en-NG')} places.`);
    if (found.size === 0) throw providerRefused('None of its places is known here.');
    return { places: [...found.values()], skipped, problems: [], mode: 'replace', source: 'api' };
  }

  /** Of the account that the network belongs to. */
  private async findProviderId(networkId: number): Promise<number | null> {
    const [row] = await this.uow.manager.query<{ id: number }[]>(
      `SELECT provider_id AS id FROM supply_network_account WHERE network_id = $1`,
      [networkId],
    );
    return row?.id ?? null;
  }

  /** Of lists of a provider's API; staff may have replaced some by a file meanwhile. */
  private async recordError(
    networkId: number,
    levels: readonly PlaceLevel[],
    error: string,
  ): Promise<void> {
    await this.uow.manager.query(
      `UPDATE supply_place_list SET error = $3
       WHERE network_id = $1 AND level = ANY ($2::text[]) AND source = 'api'`,
      [networkId, levels, error],
    );
  }
}

const tooFew = (count: number): string =>
  `The provider lists only ${count.toLocaleString('en-NG')} of them now. Nothing was changed: look at them, and read them by hand.`;
