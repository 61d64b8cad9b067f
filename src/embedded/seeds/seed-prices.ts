import type { EntityManager } from 'typeorm';
import { DATACENTER_PERIODS } from '../../catalog/catalog.types';
import { countryNames } from './exit-plan';
import { MONTHLY_ADDRESS_PRICES, toMicros, TRAFFIC_PRICES, TRAFFIC_VALIDITY_DAYS } from './prices';

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
 * Adds empty price lists; an edited list is left unchanged.
 * @returns prices added.
 */
export async function seedPrices(manager: EntityManager): Promise<number> {
  return (await seedTrafficPrices(manager)) + (await seedPeriodPrices(manager));
}

async function seedTrafficPrices(manager: EntityManager): Promise<number> {
  const rows = Object.entries(TRAFFIC_PRICES).flatMap(([kind, prices]) =>
    prices.map(([gigabytes, dollars]) => ({ kind, gigabytes, usd_micros: toMicros(dollars) })),
  );
  const added: unknown[] = await manager.query(
    `INSERT INTO traffic_price (kind, gigabytes, usd_micros, validity_days)
     SELECT n.kind, n.gigabytes, n.usd_micros, $2
     FROM jsonb_to_recordset($1::jsonb) AS n (kind text, gigabytes int, usd_micros bigint)
     WHERE NOT EXISTS (SELECT FROM traffic_price t WHERE t.kind = n.kind) RETURNING 1`,
    [JSON.stringify(rows), TRAFFIC_VALIDITY_DAYS],
  );
  return added.length;
}

async function seedPeriodPrices(manager: EntityManager): Promise<number> {
  const rows = Object.entries(MONTHLY_ADDRESS_PRICES).flatMap(([country, dollars]) =>
    DATACENTER_PERIODS.map((minutes) => ({
      country,
      duration_minutes: minutes,
      usd_micros: toMicros(dollars) * (minutes / DATACENTER_PERIODS[0]),
    })),
  );
  const added: unknown[] = await manager.query(
    `INSERT INTO period_price (country, duration_minutes, usd_micros)
     SELECT n.country, n.duration_minutes, n.usd_micros
     FROM jsonb_to_recordset($1::jsonb) AS n (country text, duration_minutes int, usd_micros bigint)
     WHERE NOT EXISTS (SELECT FROM period_price) RETURNING 1`,
    [JSON.stringify(rows)],
  );
  return added.length;
}
