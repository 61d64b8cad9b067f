import { useLoaderData } from 'react-router-dom';
import {
  catalog,
  listCountries,
  poolCountries,
  poolPricing,
  priceQuote,
} from '@/api/generated/calls/catalog/catalog';
import { asList } from '@/lib/list';
import { priceRows, type PriceRow } from './price-rows';

const THIRTY_DAYS = 43_200;
const DATACENTER = 'individual_ipv4';

export interface Place {
  code: string;
  name: string;
}

export interface Coverage {
  residential: readonly Place[];
  mobile: readonly Place[];
  datacenter: readonly Place[];
}

/** Null: could not be loaded; each section shows its own error. */
export interface LandingData {
  prices: Promise<PriceRow[] | null>;
  datacenterPrice: Promise<number | null>;
  coverage: Promise<Coverage | null>;
}

const nullOnError = <T>(promise: Promise<T>): Promise<T | null> => promise.catch(() => null);

async function loadPrices(): Promise<PriceRow[]> {
  const [residential, mobile] = await Promise.all([
    poolPricing({ connection_type: 'residential' }),
    poolPricing({ connection_type: 'mobile' }),
  ]);
  return priceRows(asList(residential.data.priceList), asList(mobile.data.priceList));
}

/** Price of one address for 30 days in the first country with stock. */
async function loadDatacenterPrice(): Promise<number | null> {
  const items = await catalog({ type: DATACENTER, duration: THIRTY_DAYS });
  const stocked = asList(items.data).find((item) => item.quantity > 0);
  if (!stocked) return null;
  const quote = await priceQuote({
    country_id: stocked.country_id,
    duration_minutes: THIRTY_DAYS,
    proxy_type: DATACENTER,
  });
  return quote.data.price_per_unit;
}

async function loadCoverage(): Promise<Coverage> {
  const [residential, mobile, datacenter] = await Promise.all([
    poolCountries({ connection_type: 'residential' }),
    poolCountries({ connection_type: 'mobile' }),
    listCountries(),
  ]);
  return {
    residential: asList(residential.data),
    mobile: asList(mobile.data),
    datacenter: asList(datacenter.data),
  };
}

/** Starts all requests without waiting: the page renders before its data arrives. */
export const landingLoader = (): LandingData => ({
  prices: nullOnError(loadPrices()),
  datacenterPrice: nullOnError(loadDatacenterPrice()),
  coverage: nullOnError(loadCoverage()),
});

export const useLandingData = (): LandingData => useLoaderData<typeof landingLoader>();
