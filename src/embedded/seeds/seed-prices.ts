import type { EntityManager } from 'typeorm';
import { DATACENTER_PERIODS } from '../../catalog/catalog.types';
import { countryNames } from './exit-plan';
import type { PriceList, TrafficPrices } from '../../catalog/prices/price-list.entity';
import { MONTHLY_ADDRESS_PRICES, TRAFFIC_PRICES, TRAFFIC_VALIDITY_DAYS } from './prices';

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

function createPriceList(): PriceList {
  const toTraffic = (kind: keyof typeof TRAFFIC_PRICES): TrafficPrices => ({
    packages: TRAFFIC_PRICES[kind].map(([gigabytes, usd]) => ({
      ...{ gigabytes, usd, validity_days: TRAFFIC_VALIDITY_DAYS, on_sale: true, overrides: [] },
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
