import { Injectable, Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { AuditService } from '../../audit/audit.service';
import { AuthCommandsModule } from '../../auth/auth-commands.module';
import { FirstAdminService } from '../../auth/registration/first-admin.service';
import { AppConfig } from '../../config/app-config';
import { AdvisoryLock } from '../../database/advisory-locks';
import { runInApplication } from '../../database/run-in-application';
import { UnitOfWork } from '../../database/unit-of-work';
import { seedExits, seedStock } from './seed-exits';
import { randomInt } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { encrypt } from '../../common/crypto/secrets';
import { isPortFree } from '../ports';
import { DATACENTER_PERIODS } from '../../catalog/catalog.types';
import { countryNames } from './exit-plan';
import type { PriceListVersion } from '../../catalog/prices/price-list.entity';

/** Packages: GB → US dollars for the whole package, cheaper by the GB the larger it is. */
const TRAFFIC_PRICES = {
  residential: { 1: 3.1, 2: 6.1, 3: 9, 5: 14.5, 10: 28, 25: 67.5, 50: 130, 100: 240 },
  mobile: { 1: 5, 2: 9.8, 3: 14.4, 5: 23.5, 10: 45, 25: 105, 50: 195, 100: 360 },
};

const TRAFFIC_VALIDITY_DAYS = 30;

/** US dollars for one datacenter address and 30 days; `zz` is every other country. */
const MONTHLY_ADDRESS_PRICES = {
  ...{ zz: 2, ng: 3, gh: 2.8, za: 2.4, ke: 2.6, us: 1.8, gb: 1.8, de: 1.6, fr: 1.7, nl: 1.6 },
  ...{ sg: 2.4, jp: 2.6, au: 2.6 },
};

/** Adds the countries without a number. @returns how many. */
async function seedCountries(manager: EntityManager): Promise<number> {
  const names = countryNames();
  const added: unknown[] = await manager.query(
    `INSERT INTO catalog_country (code, name)
     SELECT n.code, n.name FROM unnest($1::text[], $2::text[]) AS n (code, name)
     WHERE NOT EXISTS (SELECT FROM catalog_country c WHERE c.code = n.code) RETURNING 1`,
    [names.map((country) => country.code), names.map((country) => country.name)],
  );
  return added.length;
}

/**
 * Adds a price list to a shop that has none.
 * @returns prices added.
 */
async function seedPrices(manager: EntityManager): Promise<number> {
  const list = createPriceList();
  const added: unknown[] = await manager.query(
    `INSERT INTO price_list (effective_at, prices, reason, author_name)
     SELECT now(), $1::jsonb, 'First prices', 'system'
     WHERE NOT EXISTS (SELECT FROM price_list) RETURNING 1`,
    [JSON.stringify(list)],
  );
  return added.length && countPrices(list);
}

type PriceList = PriceListVersion['prices'];

function createPriceList(): PriceList {
  const toTraffic = (kind: keyof typeof TRAFFIC_PRICES): PriceList['mobile'] => ({
    packages: Object.entries(TRAFFIC_PRICES[kind]).map(([gigabytes, usd]) => ({
      ...{ gigabytes: Number(gigabytes), usd, validity_days: TRAFFIC_VALIDITY_DAYS },
      ...{ on_sale: true, overrides: [] },
    })),
    surcharge_percent: { region: 0, city: 0, isp: 0 },
  });
  const { zz, ...countries } = MONTHLY_ADDRESS_PRICES;
  const periods = DATACENTER_PERIODS.map((duration_minutes) => {
    const months = duration_minutes / DATACENTER_PERIODS[0];
    const toPeriod = (monthly: number) => Math.round(monthly * months * 100) / 100;
    return {
      ...{ duration_minutes, usd: toPeriod(zz), on_sale: true },
      overrides: Object.entries(countries).map(([country, monthly]) => ({
        ...{ country, usd: toPeriod(monthly), on_sale: true },
      })),
    };
  });
  return {
    residential: toTraffic('residential'),
    mobile: toTraffic('mobile'),
    datacenter: { periods, tiers: [] },
    groups: [],
    customers: [],
  };
}

const countPrices = ({ residential, mobile, datacenter }: PriceList): number =>
  residential.packages.length +
  mobile.packages.length +
  datacenter.periods.reduce((sum, { overrides }) => sum + 1 + overrides.length, 0);

/** Countries of which no exit is seeded, so that an order there shows that a network carries it. */
const NETWORKS = [
  { name: 'Sandbox residential', dialect: 'oxylabs', kind: 'residential', countries: ['is', 'mt'] },
  { name: 'Sandbox mobile', dialect: 'iproyal', kind: 'mobile', countries: ['cy', 'fo'] },
] as const;

/** Below the ports that systems give to outgoing connections. */
const PORTS = [20_000, 30_000] as const;
const ATTEMPTS = 50;

/**
 * Adds an account at two simulated providers, whose gateways run inside the sandbox. Without effect once there is a
 * network.
 */
async function seedNetworks(manager: EntityManager, config: AppConfig): Promise<void> {
  const [{ count }] = await manager.query<[{ count: number }]>(
    'SELECT count(*)::int AS count FROM supply_network',
  );
  if (count > 0) return;
  for (const { name, dialect, kind, countries } of NETWORKS) {
    const [{ id }] = await manager.query<[{ id: number }]>(
      `SELECT nextval(pg_get_serial_sequence('supply_network', 'id'))::int AS id`,
    );
    const password = encrypt(config.key('secrets'), `supply_network:${id}`, 'secret');
    await manager.query(
      `INSERT INTO supply_network (id, name, dialect, kind, protocol, host, port, username, password_encrypted,
         countries, targets_region, targets_city, targets_isp, cost_usd_micros, bytes_per_gb, weight, enabled, note)
       VALUES ($1, $2, $3, $4, 'http', '127.0.0.1', $5, 'sandbox', $6, $7, false, false, false, 2000000,
         1000000000, 1, true, 'A simulated provider, part of the sandbox.')`,
      [id, name, dialect, kind, await findFreePort(), password, countries],
    );
  }
}

async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(...PORTS);
    if (await isPortFree(port, '127.0.0.1')) return port;
  }
  throw new Error('No port is free for the simulated networks');
}

/** How many rows were added. */
export interface CatalogReport {
  readonly countries: number;
  readonly prices: number;
  /** Simulated exits; always 0 in production. */
  readonly exits: number;
  /** Simulated datacenter addresses; always 0 in production. */
  readonly stock: number;
}

@Injectable()
export class CatalogSeedService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
  ) {}

  /**
   * Fills in what a fresh shop sells, and only what is missing: a second call adds nothing. In
   * production no exits are generated: the operator adds the exits that exist.
   */
  seed(): Promise<CatalogReport> {
    const { isProduction } = this.config;
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      await manager.query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.seeds]);
      const countries = await seedCountries(manager);
      const prices = await seedPrices(manager);
      const exits = isProduction ? 0 : await seedExits(manager);
      const stock = isProduction ? 0 : await seedStock(manager);
      if (countries + prices + exits + stock > 0)
        await this.audit.record('system', {
          action: 'system.seeded',
          target: 'catalog',
          details: `Added ${countries} countries, ${prices} prices, ${exits} simulated exits and ${stock} addresses`,
        });
      return { countries, prices, exits, stock };
    });
  }
}

@Module({
  imports: [AuditModule, AuthCommandsModule],
  providers: [CatalogSeedService],
})
class SeedModule {}

/**
 * Fills in what a fresh shop needs: the catalogue, and the first admin if there is a password for one.
 * @param networks whether to add simulated networks with the first simulated exits; without effect later, so that
 * whoever removes them does not get them again.
 */
export const seed = (
  config: AppConfig,
  { networks = false } = {},
): Promise<CatalogReport & { adminCreated: boolean }> =>
  runInApplication(config, [SeedModule], async (app) => {
    const { email, password } = config.admin;
    const report = await app.get(CatalogSeedService).seed();
    const adminCreated = password
      ? await app.get(FirstAdminService).ensure(email, password)
      : false;
    if (networks && report.exits > 0) await seedNetworks(app.get(UnitOfWork).manager, config);
    return { ...report, adminCreated };
  });
