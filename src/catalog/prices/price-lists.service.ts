import { Injectable } from '@nestjs/common';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import { toOffset, toPagination, type Page } from '../../common/http/pagination.dto';
import {
  PriceListVersion,
  NO_PRICES,
  toConversionTerms,
  type ConversionTerms,
} from './price-list.entity';
import type { ChangePricesDto, ImportPricesDto, PriceListDto } from './price-list.dto';
import type {
  PreviewData,
  PreviewRowResponse,
  PriceDraftData,
  PriceHistoryData,
  PriceSavedData,
  PricesData,
  PriceVersionResponse,
} from './price-lists.dto';
import { type NetworkCost, buildPreview } from './price-preview';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { readableTime } from '../../common/time/calendar';
import { SettingsService } from '../../settings/settings.service';
import { compareLists, nameOffer, findContradictions } from './price-list.rules';
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

const LONGEST_WAIT = 2 * 365 * DAY;
/** An audit row names so many changes; the history has all of them. */
const MAX_AUDITED = 50;

/** The versions of the price list, for the back office. */
@Injectable()
export class PriceListsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  /** Sub-admins see no costs. */
  async get(actor: Actor): Promise<PricesData> {
    const [inForce, scheduled, latest] = await Promise.all([
      this.findInForce(),
      this.findScheduled(),
      this.findLatest(),
    ]);
    const terms = toConversionTerms(await this.settings.current());
    const isFull = seesCosts(actor);
    const preview = await this.calculate(inForce?.prices ?? NO_PRICES, terms);
    return {
      in_force: inForce && toVersion(inForce, isFull),
      scheduled: scheduled.map((version) => toVersion(version, isFull)),
      latest_version: latest?.id ?? 0,
      exchange_rate: terms.exchangeRate,
      markup_percent: terms.markupPercent,
      preview: isFull ? preview : preview.map((row) => ({ ...row, ...NO_COSTS })),
    };
  }

  /** The list in force, without what its prices come to. */
  async getList(): Promise<PriceListDto> {
    return (await this.findInForce())?.prices ?? NO_PRICES;
  }

  /**
   * What every price of a list that is not stored would be, and what it would change now.
   * @throws DomainError invalid when the list contradicts itself.
   */
  async preview(list: PriceListDto): Promise<PreviewData> {
    this.assertConsistent(list);
    return {
      rows: await this.calculate(list, toConversionTerms(await this.settings.current())),
      changes: compareLists(await this.getList(), list, true),
    };
  }

  /** @throws DomainError invalid for rows that cannot be read. */
  readCsv({ text, prices }: ImportPricesDto): PriceDraftData {
    const read = readPriceCsv(text, prices);
    if (Array.isArray(read)) throw unreadableCsv(read);
    return { prices: read };
  }

  /**
   * Adds a version, which is in force everywhere at once or from a time on. A version that would have begun at the same
   * time is cancelled.
   * @throws DomainError conflict PRICES_CHANGED when there is a newer version than the one that was changed.
   * @throws DomainError conflict PRICE_BELOW_COST without confirmation.
   * @throws DomainError invalid
   */
  async change(actor: Actor, body: ChangePricesDto): Promise<PriceSavedData> {
    const { prices, reason } = body;
    const effectiveAt = body.effective_at === undefined ? null : new Date(body.effective_at);
    if (effectiveAt && !this.isWithinReach(effectiveAt)) throw pastStart();
    this.assertConsistent(prices);
    return this.uow.run(async () => {
      await this.lock();
      const latest = await this.findLatest();
      if (latest && latest.id !== body.version)
        throw pricesChanged(latest.authorName, readableTime(latest.createdAt));
      const unknown = await this.findUnknownCustomers(prices);
      if (unknown.length) throw unknownCustomers(prices.customers, unknown);
      const losing = await this.findBelowCost(prices);
      if (losing.length && !body.confirm_below_cost) throw pricesBelowCost(losing);
      const before = await this.findInForce();
      if (effectiveAt) await this.cancelAt(effectiveAt);
      const version = await this.insert(actor, prices, reason, effectiveAt);
      await this.recordChange(actor, version, before, losing);
      return { version: version.id, effective_at: version.effectiveAt };
    });
  }

  /**
   * Cancels a version before it begins.
   * @throws DomainError not_found when it has begun or was cancelled.
   */
  async cancel(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      await this.lock();
      if (!(await this.cancelScheduled(id))) throw noScheduledPrices();
      await this.audit.record(actor, {
        action: 'system.prices_cancelled',
        target: `price_list:${id}`,
        details: `Cancelled version ${id} of the prices before it began`,
      });
    });
  }

  /** Newest first, each with what it changed in the version that was in force when it was made. */
  async listHistory(actor: Actor, page: Page): Promise<PriceHistoryData> {
    const [rows, total] = await this.select()
      .orderBy('version.id', 'DESC')
      .offset(toOffset(page))
      .limit(page.perPage)
      .getManyAndCount();
    const inForce = await this.findInForce();
    const before = await this.findPricesBefore(rows);
    return {
      versions: rows.map(({ prices, ...version }) => ({
        id: version.id,
        effective_at: version.effectiveAt,
        created_at: version.createdAt,
        cancelled_at: version.cancelledAt,
        in_force: version.id === inForce?.id,
        reason: version.reason,
        author: version.authorName,
        changes: compareLists(before.get(version.id) ?? NO_PRICES, prices, seesCosts(actor)),
      })),
      pagination: toPagination({ rows, total, page }),
    };
  }

  private isWithinReach(time: Date): boolean {
    const now = this.clock.now().getTime();
    return time.getTime() > now && time.getTime() <= now + LONGEST_WAIT;
  }

  private assertConsistent(list: PriceListDto): void {
    const problems = findContradictions(list);
    if (Object.keys(problems).length) throw invalidPrices(problems);
  }

  private async calculate(
    list: PriceListDto,
    terms: ConversionTerms,
  ): Promise<PreviewRowResponse[]> {
    return buildPreview(list, terms, await this.findNetworkCosts());
  }

  private async findBelowCost(list: PriceListDto): Promise<string[]> {
    const rows = await this.calculate(list, toConversionTerms(await this.settings.load()));
    return rows.filter((row) => row.below_cost).map((row) => nameOffer(row.product, row, row));
  }

  private async cancelAt(time: Date): Promise<void> {
    for (const version of await this.findScheduled())
      if (version.effectiveAt.getTime() === time.getTime()) await this.cancelScheduled(version.id);
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

  /** Held until the unit of work ends: a change is made to the version that it was shown. */
  private async lock(): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.priceLists]);
  }

  /** By the database's clock, as every quote reads it. */
  private findInForce(): Promise<PriceListVersion | null> {
    return this.select()
      .where('version.cancelledAt IS NULL AND version.effectiveAt <= clock_timestamp()')
      .orderBy('version.effectiveAt', 'DESC')
      .addOrderBy('version.id', 'DESC')
      .limit(1)
      .getOne();
  }

  /** Versions that have not begun, in the order in which they will. */
  private findScheduled(): Promise<PriceListVersion[]> {
    return this.select()
      .where('version.cancelledAt IS NULL AND version.effectiveAt > clock_timestamp()')
      .orderBy('version.effectiveAt', 'ASC')
      .addOrderBy('version.id', 'ASC')
      .getMany();
  }

  /** The newest version that was made, whether or not it is in force. */
  private findLatest(): Promise<PriceListVersion | null> {
    return this.select().orderBy('version.id', 'DESC').limit(1).getOne();
  }

  /** By the id of each version the prices in force when it was made: what it changed. The first one has none. */
  private async findPricesBefore(
    versions: readonly PriceListVersion[],
  ): Promise<Map<number, PriceListDto>> {
    const rows = await this.uow.manager.query<{ id: number; prices: PriceListDto }[]>(
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
  private async insert(
    { userId, name }: Actor,
    prices: PriceListDto,
    reason: string,
    effectiveAt: Date | null,
  ): Promise<PriceListVersion> {
    const rows = await this.uow.requireTransaction().query<{ id: number }[]>(
      `INSERT INTO price_list (effective_at, prices, reason, author_id, author_name)
       VALUES (coalesce($1, clock_timestamp()), $2, $3, $4, $5) RETURNING id`,
      [effectiveAt, JSON.stringify(prices), reason, userId, name],
    );
    return this.select().where('version.id = :id', rows[0]).getOneOrFail();
  }

  /** @returns false when it has begun or was cancelled. */
  private async cancelScheduled(id: number): Promise<boolean> {
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
  private async findNetworkCosts(): Promise<NetworkCost[]> {
    const rows = await this.uow.manager.query<(NetworkCost & { usdMicros: string })[]>(
      `SELECT kind, countries, cost_usd_micros AS "usdMicros", bytes_per_gb::float8 AS "bytesPerGb",
              precise_cost_percent AS "precisePercent" FROM supply_network WHERE enabled`,
    );
    return rows.map((row) => ({ ...row, usdMicros: BigInt(row.usdMicros) }));
  }

  /** @returns those of the ids that no customer has. */
  private async findUnknownCustomers(list: PriceListDto): Promise<number[]> {
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

/** What the shop pays is for admins. */
const seesCosts = ({ role }: Actor): boolean => role === 'admin';

const NO_COSTS = { cost: null, targeted_cost: null, margin_percent: null, below_cost: null };

const toVersion = (version: PriceListVersion, isFull: boolean): PriceVersionResponse => ({
  id: version.id,
  effective_at: version.effectiveAt,
  reason: version.reason,
  author: version.authorName,
  created_at: version.createdAt,
  prices: isFull ? version.prices : withoutCosts(version.prices),
});

function withoutCosts(list: PriceListDto): PriceListDto {
  const hide = <T extends { readonly cost_usd?: number }>({ cost_usd: _, ...price }: T) => price;
  const periods = list.datacenter.periods.map((period) => ({
    ...hide(period),
    overrides: period.overrides.map(hide),
  }));
  return { ...list, datacenter: { ...list.datacenter, periods } };
}
