import type { EntityManager } from 'typeorm';
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
export async function seedCountries(manager: EntityManager): Promise<number> {
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
export async function seedPrices(manager: EntityManager): Promise<number> {
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
