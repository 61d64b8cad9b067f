import { useLoaderData } from 'react-router-dom';
import { dataCenterPricing, poolCountries, poolPricing } from '@/api/calls';
import type { DatacenterPriceItem } from '@/api/generated/api.schemas';
import { asList } from '@/lib/list';

interface PriceItem {
  traffic: string;
  price: number;
}

interface PriceRow {
  gigabytes: number;
  residential?: number;
  mobile?: number;
}

/** Both price lists merged by package, smallest first. */
export function priceRows(
  residential: readonly PriceItem[],
  mobile: readonly PriceItem[],
): PriceRow[] {
  const rows = new Map<number, PriceRow>();
  const getOrCreateRow = (traffic: string): PriceRow => {
    const gigabytes = Number(traffic);
    const row = rows.get(gigabytes) ?? { gigabytes };
    rows.set(gigabytes, row);
    return row;
  };
  for (const { traffic, price } of residential) getOrCreateRow(traffic).residential = price;
  for (const { traffic, price } of mobile) getOrCreateRow(traffic).mobile = price;
  return [...rows.values()].sort((a, b) => a.gigabytes - b.gigabytes);
}

export interface Place {
  code: string;
  name: string;
}

export interface Coverage {
  residential: readonly Place[];
  mobile: readonly Place[];
  datacenter: readonly DatacenterPriceItem[];
}

/** Null: could not be loaded; each section shows its own error. */
export interface LandingData {
  prices: Promise<PriceRow[] | null>;
  /** Countries with stock, the home country first, with the price of one address for 30 days. */
  datacenter: Promise<readonly DatacenterPriceItem[] | null>;
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

const HOME_COUNTRY = 'ng';
const isHome = ({ code }: Place): boolean => code === HOME_COUNTRY;

/** The customers' own country before the others. */
const homeFirst = <T extends Place>(places: readonly T[]): readonly T[] =>
  places.toSorted((a, b) => Number(isHome(b)) - Number(isHome(a)));

async function loadDatacenter(): Promise<readonly DatacenterPriceItem[]> {
  return homeFirst(asList((await dataCenterPricing()).data.priceList));
}

async function loadCoverage(offers: Promise<readonly DatacenterPriceItem[]>): Promise<Coverage> {
  const [residential, mobile, datacenter] = await Promise.all([
    poolCountries({ connection_type: 'residential' }),
    poolCountries({ connection_type: 'mobile' }),
    offers,
  ]);
  return {
    residential: homeFirst(asList(residential.data)),
    mobile: asList(mobile.data),
    datacenter,
  };
}

/** Starts all requests without waiting: the page renders before its data arrives. */
export const landingLoader = (): LandingData => {
  const datacenter = loadDatacenter();
  return {
    prices: nullOnError(loadPrices()),
    datacenter: nullOnError(datacenter),
    coverage: nullOnError(loadCoverage(datacenter)),
  };
};

export const useLandingData = (): LandingData => useLoaderData<typeof landingLoader>();
