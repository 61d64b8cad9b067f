import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Download } from '../../common/http/api.decorators';
import { toPage, toPagination, type PageQuery } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { readableTime } from '../../common/time/calendar';
import { Clock, DAY } from '../../common/time/clock';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import {
  invalidPrices,
  pastStart,
  pricesBelowCost,
  pricesChanged,
  refuse,
  unknownCustomers,
  unreadableCsv,
} from '../catalog.errors';
import { queryPage } from '../query-page';
import { readPriceCsv, toPriceCsv } from './price-list-csv';
import type {
  ChangePricesDto,
  ImportPricesDto,
  PreviewData,
  PreviewRowResponse,
  PriceDraftData,
  PriceHistoryData,
  PriceHistoryEntry,
  PriceListDto,
  PriceSavedData,
  PricesData,
  PriceVersionResponse,
} from './price-list.dto';
import { NO_PRICES, toConversionTerms, type ConversionTerms } from './price-list.entity';
import { compareLists, findContradictions, nameOffer } from './price-list.rules';
import { buildPreview, type NetworkCost } from './price-preview';

const PER_PAGE = 20;
const LONGEST_WAIT = 2 * 365 * DAY;
/** An audit row names so many changes; the history has all of them. */
const MAX_AUDITED = 50;

/** Conditions by the database's clock, as every quote reads it. */
const IN_FORCE = `cancelled_at IS NULL AND effective_at <= clock_timestamp()
  ORDER BY effective_at DESC, id DESC LIMIT 1`;
const SCHEDULED = `cancelled_at IS NULL AND effective_at > clock_timestamp()`;

/** Of `PriceHistoryEntry`, but that its changes are two lists: its own and the one in force when it was made. */
const HISTORY = `made.id, made.effective_at, made.created_at, made.cancelled_at, made.reason, made.author_name AS author,
  coalesce(made.id = (SELECT id FROM price_list WHERE ${IN_FORCE}), false) AS in_force, made.prices AS after,
  (SELECT prices FROM price_list
   WHERE id < made.id AND effective_at <= made.created_at
     AND (cancelled_at IS NULL OR cancelled_at > made.created_at)
   ORDER BY effective_at DESC, id DESC LIMIT 1) AS before`;
type HistoryRow = Omit<PriceHistoryEntry, 'changes'> & {
  readonly before: PriceListDto | null;
  readonly after: PriceListDto;
};

/** The versions of the price list, for the back office. What the shop pays is for admins. */
@Injectable()
export class PriceListsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  async get(actor: Actor): Promise<PricesData> {
    const [inForce, scheduled, latest] = await Promise.all([
      this.findInForce(),
      this.find(`WHERE ${SCHEDULED} ORDER BY effective_at, id`),
      this.findLatest(),
    ]);
    const terms = toConversionTerms(await this.settings.current());
    const preview = await this.calculate(inForce?.prices ?? NO_PRICES, terms);
    const isFull = seesCosts(actor);
    return {
      in_force: inForce && toVersion(inForce, isFull),
      scheduled: scheduled.map((version) => toVersion(version, isFull)),
      latest_version: latest?.id ?? 0,
      exchange_rate: terms.exchangeRate,
      markup_percent: terms.markupPercent,
      preview: isFull ? preview : preview.map((row) => ({ ...row, ...HIDDEN_COSTS })),
    };
  }

  /** Packages and periods in force as CSV, which `readCsv` reads. */
  async export(): Promise<Download> {
    const content = toPriceCsv(await this.getList());
    return { name: 'prices.csv', type: 'text/csv; charset=utf-8', content };
  }

  /** What every price of a list that is not stored would be, and what it would change now. */
  async preview(list: PriceListDto): Promise<PreviewData> {
    assertConsistent(list);
    const terms = toConversionTerms(await this.settings.current());
    return {
      rows: await this.calculate(list, terms),
      changes: compareLists(await this.getList(), list, true),
    };
  }

  readCsv({ text, prices }: ImportPricesDto): PriceDraftData {
    const read = readPriceCsv(text, prices);
    if (Array.isArray(read)) throw unreadableCsv(read);
    return { prices: { ...NO_PRICES, ...read } };
  }

  /**
   * Adds a version, which is in force everywhere at once or from a time on. A version that would have begun at the same
   * time is cancelled.
   */
  async change(actor: Actor, body: ChangePricesDto): Promise<PriceSavedData> {
    const { prices } = body;
    const effectiveAt = body.effective_at === undefined ? null : new Date(body.effective_at);
    if (effectiveAt && !this.isWithinReach(effectiveAt)) throw pastStart();
    assertConsistent(prices);
    return this.uow.run(async () => {
      await this.lock();
      const latest = await this.findLatest();
      if (latest && latest.id !== body.version)
        throw pricesChanged(latest.author, readableTime(latest.created_at));
      const unknown = await this.findUnknownCustomers(prices);
      if (unknown.length) throw unknownCustomers(prices.customers, unknown);
      const losing = await this.findBelowCost(prices);
      if (losing.length && !body.confirm_below_cost) throw pricesBelowCost(losing);
      const before = await this.getList();
      if (effectiveAt) await this.cancelScheduled('effective_at = $1', effectiveAt);
      const [saved] = await this.uow.requireTransaction().query<[PriceSavedData]>(
        `INSERT INTO price_list (effective_at, prices, reason, author_id, author_name)
         VALUES (coalesce($1, clock_timestamp()), $2, $3, $4, $5) RETURNING id AS version, effective_at`,
        [effectiveAt, JSON.stringify(prices), body.reason, actor.userId, actor.name],
      );
      await this.recordChange(actor, saved, before, body, losing);
      return saved;
    });
  }

  /** Cancels a version before it begins. */
  async cancel(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      await this.lock();
      if (!(await this.cancelScheduled('id = $1', id))) throw refuse('SCHEDULED_PRICES_NOT_FOUND');
      await this.audit.record(actor, {
        action: 'system.prices_cancelled',
        target: `price_list:${id}`,
        details: `Cancelled version ${id} of the prices before it began`,
      });
    });
  }

  /** Newest first, each with what it changed in the version that was in force when it was made. */
  async listHistory(actor: Actor, query: PageQuery): Promise<PriceHistoryData> {
    const page = toPage(query, PER_PAGE);
    const from = { select: HISTORY, from: 'price_list made', orderBy: 'made.id DESC' };
    const paged = await queryPage<HistoryRow>(this.uow, from, [], page);
    const versions = paged.rows.map(({ before, after, ...version }) => ({
      ...version,
      changes: compareLists(before ?? NO_PRICES, after, seesCosts(actor)),
    }));
    return { versions, pagination: toPagination(paged) };
  }

  /** Held until the unit of work ends: a change is made to the version that it was shown. */
  private async lock(): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.priceLists]);
  }

  private find(rest: string): Promise<PriceVersionResponse[]> {
    return this.uow.manager.query(
      `SELECT id, effective_at, reason, author_name AS author, created_at, prices FROM price_list ${rest}`,
    );
  }

  private async findInForce(): Promise<PriceVersionResponse | null> {
    return (await this.find(`WHERE ${IN_FORCE}`))[0] ?? null;
  }

  /** The newest version that was made, whether or not it is in force. */
  private async findLatest(): Promise<PriceVersionResponse | undefined> {
    return (await this.find('ORDER BY id DESC LIMIT 1'))[0];
  }

  private async getList(): Promise<PriceListDto> {
    return (await this.findInForce())?.prices ?? NO_PRICES;
  }

  /** @param condition with the placeholder of the value. @returns how many versions were cancelled. */
  private async cancelScheduled(condition: string, value: number | Date): Promise<number> {
    const [, cancelled] = await this.uow
      .requireTransaction()
      .query<[unknown, number]>(
        `UPDATE price_list SET cancelled_at = clock_timestamp() WHERE ${condition} AND ${SCHEDULED}`,
        [value],
      );
    return cancelled;
  }

  private isWithinReach(time: Date): boolean {
    const now = this.clock.now().getTime();
    return time.getTime() > now && time.getTime() <= now + LONGEST_WAIT;
  }

  /** With what the traffic of the enabled networks costs. */
  private async calculate(
    list: PriceListDto,
    terms: ConversionTerms,
  ): Promise<PreviewRowResponse[]> {
    const costs = await this.uow.manager.query<(NetworkCost & { usdMicros: string })[]>(
      `SELECT name, kind, countries, weight, cost_usd_micros AS "usdMicros", bytes_per_gb::float8 AS "bytesPerGb",
              precise_cost_percent AS "precisePercent",
              ARRAY(SELECT d.country::text FROM supply_down d WHERE d.network_id = n.id) AS down
       FROM supply_network n WHERE enabled ORDER BY name`,
    );
    return buildPreview(
      list,
      terms,
      costs.map((cost) => ({ ...cost, usdMicros: BigInt(cost.usdMicros) })),
    );
  }

  /** @returns those of the ids that no customer has. */
  private async findUnknownCustomers({ customers }: PriceListDto): Promise<number[]> {
    const rows = await this.uow.manager.query<{ id: number }[]>(
      `SELECT wanted.id FROM unnest($1::int[]) AS wanted (id)
       WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = wanted.id AND u.role = 'user')`,
      [customers.map((rate) => rate.user_id)],
    );
    return rows.map(({ id }) => id);
  }

  private async findBelowCost(list: PriceListDto): Promise<string[]> {
    const rows = await this.calculate(list, toConversionTerms(await this.settings.load()));
    return rows.filter((row) => row.below_cost).map((row) => nameOffer(row.product, row, row));
  }

  private recordChange(
    actor: Actor,
    { version, effective_at }: PriceSavedData,
    list: PriceListDto,
    { prices, reason }: ChangePricesDto,
    losing: readonly string[],
  ): Promise<void> {
    const changes = compareLists(list, prices, false).slice(0, MAX_AUDITED);
    const side = (key: 'before' | 'after') =>
      Object.fromEntries(changes.map((change) => [change.what, change[key] ?? 'none']));
    const below = losing.length ? `; ${losing.length} below cost, as confirmed` : '';
    return this.audit.record(actor, {
      action: 'system.prices_changed',
      target: `price_list:${version}`,
      details: `Changed the prices from ${readableTime(effective_at)} on: ${reason}${below}`,
      before: side('before'),
      after: side('after'),
    });
  }
}

const seesCosts = (actor: Actor): boolean => can(actor, 'money.read');

const HIDDEN_COSTS = {
  ...{ cost: null, targeted_cost: null, margin_percent: null, below_cost: null },
  cost_sources: [],
};

function assertConsistent(list: PriceListDto): void {
  const problems = findContradictions(list);
  if (Object.keys(problems).length) throw invalidPrices(problems);
}

const toVersion = (version: PriceVersionResponse, isFull: boolean): PriceVersionResponse => {
  const prices = { ...NO_PRICES, ...version.prices };
  return { ...version, prices: isFull ? prices : withoutCosts(prices) };
};

function withoutCosts(list: PriceListDto): PriceListDto {
  const hide = <T extends { cost_usd?: number }>({ cost_usd: _, ...price }: T) => price;
  const periods = list.datacenter.periods.map((period) => ({
    ...hide(period),
    overrides: period.overrides.map(hide),
  }));
  return { ...list, datacenter: { ...list.datacenter, periods } };
}
