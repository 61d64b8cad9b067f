import { Injectable } from '@nestjs/common';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import { toOffset, type Page } from '../../common/http/pagination.dto';
import { PriceListVersion } from '../prices/price-list.entity';
import type { PriceList } from '../prices/price-list.types';
import type { NetworkCost } from './price-preview';

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
