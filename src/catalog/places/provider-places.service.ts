import { Injectable, Logger } from '@nestjs/common';
import type { AuditActor } from '../../audit/audit.service';
import type { PlaceLevel } from '../../common/dialects/upstream-network';
import { DomainError } from '../../common/errors/domain-error';
import { Clock, DAY } from '../../common/time/clock';
import { SupplyNetworkRepository } from '../networks/network.repository';
import type { NetworkKind } from '../networks/network.entity';
import { PROVIDER_RULES } from '../providers/providers.types';
import { askProvider, ProviderAdapters } from '../providers/provider-adapters';
import { ProviderRepository } from '../providers/providers.service';
import { networkNotFound, providerCannot, providerRefused } from '../catalog.errors';
import { toListedPlace, toPlaceId } from './place-csv';
import { PlaceRepository, PlacesService } from './places.service';
import type { ListedPlace, PlaceAccount, PlaceChange, PlaceImport } from './place.entity';

const REFRESH_DAYS = 7;
const MAX_PLACES = 200_000;

/** Lists of places that the APIs of providers tell. */
@Injectable()
export class ProviderPlacesService {
  private readonly logger = new Logger(ProviderPlacesService.name);

  constructor(
    private readonly places: PlacesService,
    private readonly lists: PlaceRepository,
    private readonly networks: SupplyNetworkRepository,
    private readonly providers: ProviderRepository,
    private readonly adapters: ProviderAdapters,
    private readonly clock: Clock,
  ) {}

  /** Where `read` would read; null where it cannot. */
  async findAccount(networkId: number): Promise<PlaceAccount | null> {
    const id = await this.lists.findAccountId(networkId);
    const provider = id === null ? null : await this.providers.findById(id);
    if (!provider) return null;
    const { places: levels } = PROVIDER_RULES[provider.kind];
    return levels.length > 0 ? { name: provider.name, levels } : null;
  }

  /**
   * Replaces the lists of the levels that the provider's API tells, or says what that would do.
   * @throws DomainError not_found NETWORK_NOT_FOUND; conflict PROVIDER_CANNOT without an account whose API lists places;
   * upstream_failed PROVIDER_REFUSED.
   */
  async read(actor: AuditActor, networkId: number, isDryRun: boolean): Promise<PlaceImport> {
    const change = await this.fetch(networkId);
    return this.places.apply(actor, networkId, change, isDryRun);
  }

  /** Brings lists that came from an API up to date once a week. One that fails keeps its places and says why. */
  async refreshDue(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - REFRESH_DAYS * DAY);
    for (const { networkId, levels } of await this.lists.findOutdated(before))
      try {
        await this.refresh(networkId, levels);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        this.logger.warn({ network: networkId, code: error.code }, 'Places could not be read');
        await this.lists.recordError(networkId, levels, error.message);
      }
  }

  /** Changes those levels only: staff may have replaced others by a file. */
  private async refresh(networkId: number, levels: readonly PlaceLevel[]): Promise<void> {
    const all = await this.fetch(networkId);
    for (const level of levels) {
      const places = all.places.filter((place) => place.level === level);
      const change = { ...all, places };
      const { removed, unchanged, changed } = await this.places.apply(
        ...(['system', networkId, change, true] as const),
      );
      // A list that is cut must not take most of what is sold off sale while nobody looks.
      if (places.length === 0 || removed > unchanged + changed)
        await this.lists.recordError(networkId, [level], tooFew(places.length));
      else await this.places.apply('system', networkId, change, false);
    }
  }

  private async fetch(networkId: number): Promise<PlaceChange> {
    const network = await this.networks.findById(networkId);
    if (!network) throw networkNotFound();
    const id = await this.lists.findAccountId(networkId);
    if (id === null) throw providerCannot('list places: no account is linked with this network');
    const { places, skipped } = await this.list(id, network.kind);
    return { places, skipped, problems: [], mode: 'replace', source: 'api' };
  }

  private async list(providerId: number, kind: NetworkKind) {
    const { adapter, account } = await this.adapters.find(providerId);
    const { places: source } = adapter;
    if (!source) throw providerCannot('list places');
    const named = await askProvider(() => source.listPlaces(account, kind));
    const countries = await this.lists.findCountries();
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
    return { places: [...found.values()], skipped };
  }
}

const tooFew = (count: number): string =>
  `The provider lists only ${count.toLocaleString('en-NG')} of them now. Nothing was changed: look at them, and read them by hand.`;
