import { Injectable } from '@nestjs/common';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import { toOffset, type Page, type Paged } from '../../common/http/pagination.dto';
import {
  PriceListVersion,
  type PriceList,
  NO_PRICES,
  toConversionTerms,
  type ConversionTerms,
} from './price-list.entity';
import { type NetworkCost, buildPreview, type PreviewRow } from './price-preview';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { readableTime } from '../../common/time/calendar';
import { SettingsService } from '../../settings/settings.service';
import { compareLists, nameOffer, type PriceChange, findContradictions } from './price-list.rules';
import { readPriceCsv } from './price-list-csv';
import {
  invalidPrices,
  noScheduledPrices,
  pastStart,
  pricesBelowCost,
  pricesChanged,
  unknownCustomers,
  unreadableCsv,
} from '../catalog.errors';

type NewVersion = Pick<PriceListVersion, 'prices' | 'reason' | 'authorId' | 'authorName'>;

/** SQL for the advisory lock, the database's clock, and for what networks cost, which another module keeps. */
@Injectable()
export class PriceListRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Held until the unit of work ends: a change is made to the version that it was shown. */
  async lock(): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.priceLists]);
  }

  /** By the database's clock, as every quote reads it. */
  findInForce(): Promise<PriceListVersion | null> {
    return this.select()
      .where('version.cancelledAt IS NULL AND version.effectiveAt <= clock_timestamp()')
      .orderBy('version.effectiveAt', 'DESC')
      .addOrderBy('version.id', 'DESC')
      .limit(1)
      .getOne();
  }

  /** Versions that have not begun, in the order in which they will. */
  findScheduled(): Promise<PriceListVersion[]> {
    return this.select()
      .where('version.cancelledAt IS NULL AND version.effectiveAt > clock_timestamp()')
      .orderBy('version.effectiveAt', 'ASC')
      .addOrderBy('version.id', 'ASC')
      .getMany();
  }

  findPage(page: Page): Promise<[PriceListVersion[], number]> {
    return this.select()
      .orderBy('version.id', 'DESC')
      .offset(toOffset(page))
      .limit(page.perPage)
      .getManyAndCount();
  }

  /** The newest version that was made, whether or not it is in force. */
  findLatest(): Promise<PriceListVersion | null> {
    return this.select().orderBy('version.id', 'DESC').limit(1).getOne();
  }

  /** By the id of each version the prices in force when it was made: what it changed. The first one has none. */
  async findPricesBefore(versions: readonly PriceListVersion[]): Promise<Map<number, PriceList>> {
    const rows = await this.uow.manager.query<{ id: number; prices: PriceList }[]>(
      `SELECT made.id, earlier.prices FROM price_list made CROSS JOIN LATERAL (
         SELECT prices FROM price_list
         WHERE id < made.id AND effective_at <= made.created_at
           AND (cancelled_at IS NULL OR cancelled_at > made.created_at)
         ORDER BY effective_at DESC, id DESC LIMIT 1) earlier
       WHERE made.id = ANY ($1)`,
      [versions.map(({ id }) => id)],
    );
    return new Map(rows.map(({ id, prices }) => [id, prices]));
  }

  /** @param effectiveAt null: from now on. */
  async insert(version: NewVersion, effectiveAt: Date | null): Promise<PriceListVersion> {
    const { prices, reason, authorId, authorName } = version;
    const rows = await this.uow.requireTransaction().query<{ id: number }[]>(
      `INSERT INTO price_list (effective_at, prices, reason, author_id, author_name)
       VALUES (coalesce($1, clock_timestamp()), $2, $3, $4, $5) RETURNING id`,
      [effectiveAt, JSON.stringify(prices), reason, authorId, authorName],
    );
    return this.select().where('version.id = :id', rows[0]).getOneOrFail();
  }

  /** @returns those that are cancelled now: the one of the id, before it begins. */
  async cancel(id: number): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .update(PriceListVersion)
      .set({ cancelledAt: () => 'clock_timestamp()' })
      .where('id = :id AND cancelledAt IS NULL AND effectiveAt > clock_timestamp()', { id })
      .execute();
    return affected === 1;
  }

  /** Enabled networks of providers, with what their traffic costs. */
  async findNetworkCosts(): Promise<NetworkCost[]> {
    const rows = await this.uow.manager.query<(NetworkCost & { usdMicros: string })[]>(
      `SELECT kind, countries, cost_usd_micros AS "usdMicros", bytes_per_gb::float8 AS "bytesPerGb",
              precise_cost_percent AS "precisePercent" FROM supply_network WHERE enabled`,
    );
    return rows.map((row) => ({ ...row, usdMicros: BigInt(row.usdMicros) }));
  }

  /** @returns those of the ids that no customer has. */
  async findUnknownCustomers(list: PriceList): Promise<number[]> {
    const ids = list.customers.map((rate) => rate.user_id);
    if (!ids.length) return [];
    const rows = await this.uow.manager.query<{ id: number }[]>(
      `SELECT wanted.id FROM unnest($1::int[]) AS wanted (id)
       WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = wanted.id AND u.role = 'user')`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  private select() {
    return this.uow.manager.createQueryBuilder(PriceListVersion, 'version');
  }
}

const LONGEST_WAIT = 2 * 365 * DAY;
/** An audit row names so many changes; the history has all of them. */
const MAX_AUDITED = 50;

export interface PricesOverview {
  readonly inForce: PriceListVersion | null;
  readonly scheduled: readonly PriceListVersion[];
  readonly latestVersion: number;
  readonly terms: ConversionTerms;
  readonly preview: readonly PreviewRow[];
}

export interface PricePreview {
  readonly rows: readonly PreviewRow[];
  readonly changes: readonly PriceChange[];
}

export interface ListedVersion {
  readonly version: PriceListVersion;
  readonly isInForce: boolean;
  readonly changes: readonly PriceChange[];
}

export interface PriceChangeRequest {
  readonly prices: PriceList;
  readonly reason: string;
  /** Id of the newest version that the change was made to. */
  readonly version: number;
  /** Null: at once. */
  readonly effectiveAt: Date | null;
  readonly isBelowCostMeant: boolean;
}

/** The versions of the price list, for the back office. */
@Injectable()
export class PriceListsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly repository: PriceListRepository,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  async get(): Promise<PricesOverview> {
    const [inForce, scheduled, latest] = await Promise.all([
      this.repository.findInForce(),
      this.repository.findScheduled(),
      this.repository.findLatest(),
    ]);
    const terms = await this.getTerms();
    const preview = await this.calculate(inForce?.prices ?? NO_PRICES, terms);
    return { inForce, scheduled, latestVersion: latest?.id ?? 0, terms, preview };
  }

  /** The list in force, without what its prices come to. */
  async getList(): Promise<PriceList> {
    return (await this.repository.findInForce())?.prices ?? NO_PRICES;
  }

  /**
   * What every price of a list that is not stored would be, and what it would change now.
   * @throws DomainError invalid when the list contradicts itself.
   */
  async preview(list: PriceList): Promise<PricePreview> {
    this.assertConsistent(list);
    return {
      rows: await this.calculate(list, await this.getTerms()),
      changes: compareLists(await this.getList(), list, true),
    };
  }

  /** @throws DomainError invalid for rows that cannot be read. */
  readCsv(text: string, list: PriceList): PriceList {
    const read = readPriceCsv(text, list);
    if (Array.isArray(read)) throw unreadableCsv(read);
    return read;
  }

  /**
   * Adds a version, which is in force everywhere at once or from a time on. A version that would have begun at the same
   * time is cancelled.
   * @throws DomainError conflict PRICES_CHANGED when there is a newer version than the one that was changed.
   * @throws DomainError conflict PRICE_BELOW_COST without confirmation.
   * @throws DomainError invalid
   */
  async change(actor: Actor, request: PriceChangeRequest): Promise<PriceListVersion> {
    const { prices, reason, effectiveAt } = request;
    if (effectiveAt && !this.isWithinReach(effectiveAt)) throw pastStart();
    this.assertConsistent(prices);
    return this.uow.run(async () => {
      await this.repository.lock();
      const latest = await this.repository.findLatest();
      if (latest && latest.id !== request.version)
        throw pricesChanged(latest.authorName, readableTime(latest.createdAt));
      const unknown = await this.repository.findUnknownCustomers(prices);
      if (unknown.length) throw unknownCustomers(prices.customers, unknown);
      const losing = await this.findBelowCost(prices);
      if (losing.length && !request.isBelowCostMeant) throw pricesBelowCost(losing);
      const before = await this.repository.findInForce();
      if (effectiveAt) await this.cancelAt(effectiveAt);
      const author = { authorId: actor.userId, authorName: actor.name };
      const version = await this.repository.insert({ prices, reason, ...author }, effectiveAt);
      await this.recordChange(actor, version, before, losing);
      return version;
    });
  }

  /**
   * Cancels a version before it begins.
   * @throws DomainError not_found when it has begun or was cancelled.
   */
  async cancel(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      await this.repository.lock();
      if (!(await this.repository.cancel(id))) throw noScheduledPrices();
      await this.audit.record(actor, {
        action: 'system.prices_cancelled',
        target: `price_list:${id}`,
        details: `Cancelled version ${id} of the prices before it began`,
      });
    });
  }

  /** Newest first, each with what it changed in the version that was in force when it was made. */
  async listHistory(page: Page, areCostsShown: boolean): Promise<Paged<ListedVersion>> {
    const [versions, total] = await this.repository.findPage(page);
    const inForce = await this.repository.findInForce();
    const before = await this.repository.findPricesBefore(versions);
    const rows = versions.map((version) => ({
      version,
      isInForce: version.id === inForce?.id,
      changes: compareLists(before.get(version.id) ?? NO_PRICES, version.prices, areCostsShown),
    }));
    return { rows, total, page };
  }

  private isWithinReach(time: Date): boolean {
    const now = this.clock.now().getTime();
    return time.getTime() > now && time.getTime() <= now + LONGEST_WAIT;
  }

  private assertConsistent(list: PriceList): void {
    const problems = findContradictions(list);
    if (Object.keys(problems).length) throw invalidPrices(problems);
  }

  private async getTerms(): Promise<ConversionTerms> {
    return toConversionTerms(await this.settings.current());
  }

  private async calculate(list: PriceList, terms: ConversionTerms): Promise<PreviewRow[]> {
    return buildPreview(list, terms, await this.repository.findNetworkCosts());
  }

  private async findBelowCost(list: PriceList): Promise<string[]> {
    const rows = await this.calculate(list, toConversionTerms(await this.settings.load()));
    return rows.filter((row) => row.isBelowCost).map((row) => nameOffer(row.product, row, row));
  }

  private async cancelAt(time: Date): Promise<void> {
    for (const version of await this.repository.findScheduled())
      if (version.effectiveAt.getTime() === time.getTime())
        await this.repository.cancel(version.id);
  }

  private recordChange(
    actor: Actor,
    { id, prices, reason, effectiveAt }: PriceListVersion,
    before: PriceListVersion | null,
    losing: readonly string[],
  ): Promise<void> {
    const changes = compareLists(before?.prices ?? NO_PRICES, prices, false).slice(0, MAX_AUDITED);
    const side = (key: 'before' | 'after') =>
      Object.fromEntries(changes.map((change) => [change.what, change[key] ?? 'none']));
    const below = losing.length ? `; ${losing.length} below cost, as confirmed` : '';
    return this.audit.record(actor, {
      action: 'system.prices_changed',
      target: `price_list:${id}`,
      details: `Changed the prices from ${readableTime(effectiveAt)} on: ${reason}${below}`,
      before: side('before'),
      after: side('after'),
    });
  }
}
