import { csvLine, parseCsv } from '../../common/csv';
import type { PeriodOverrideDto, PriceListDto, PriceTagDto } from './price-list.dto';
import { PRODUCTS, type Product } from '../catalog.types';

const MINUTES_PER_DAY = 24 * 60;
const COLUMNS = [
  'product',
  'gigabytes',
  'days',
  'country',
  'group',
  'usd',
  'naira',
  'on_sale',
  'validity_days',
  'cost_usd',
] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Partial<Record<Column, string>>;

/** A price of the list in one row: of a package or period, or another one in a country or group. */
interface Offer extends PriceTagDto {
  product: Product;
  /** Gigabytes, or days of an address. */
  size: number;
  on_sale: boolean;
  validity_days: number | undefined;
  cost_usd: number | undefined;
  overrides: PeriodOverrideDto[];
}

/** Packages, periods and their prices elsewhere as CSV, a row per price. Everything else of the list is left out. */
export function toPriceCsv(list: PriceListDto): string {
  const rows = [
    ...(['residential', 'mobile'] as const).flatMap((product) =>
      list[product].packages.flatMap(({ overrides, ...offer }) =>
        [offer, ...overrides].map((price) => ({ ...price, product, gigabytes: offer.gigabytes })),
      ),
    ),
    ...list.datacenter.periods.flatMap(({ overrides, duration_minutes: minutes, ...offer }) =>
      [offer, ...overrides].map((price) => ({
        ...{ ...price, product: 'datacenter', days: minutes / MINUTES_PER_DAY },
      })),
    ),
  ].map((row) => ({ ...row, on_sale: row.on_sale ? 'yes' : 'no' }));
  const toCells = (row: Partial<Record<Column, unknown>>) =>
    COLUMNS.map((column) => String(row[column] ?? ''));
  return [COLUMNS, ...rows.map(toCells)].map(csvLine).join('');
}

/**
 * Replaces packages and periods of a list with those of a CSV file. Whether the prices make sense is for the preview.
 * @returns the list, or sentences about the lines that cannot be read.
 */
export function readPriceCsv(text: string, list: PriceListDto): PriceListDto | string[] {
  const [header = [], ...rows] = parseCsv(text);
  const columns = header.map((name) => name.toLowerCase());
  const unknown = columns.filter((name) => !(COLUMNS as readonly string[]).includes(name));
  if (!columns.includes('product') || unknown.length)
    return [`The first line must name the columns ${COLUMNS.join(', ')}.`];
  const offers: Offer[] = [];
  const mistakes: string[] = [];
  rows.forEach((row, index) => {
    const cells: Cells = Object.fromEntries(columns.map((name, at) => [name, row[at] ?? '']));
    const mistake = addRow(offers, cells);
    if (mistake) mistakes.push(`Row ${index + 2}: ${mistake}`);
  });
  return mistakes.length ? mistakes : toList(offers, list);
}

/** @returns why the row cannot be read; nothing when it is added. */
function addRow(offers: Offer[], cells: Cells): string | undefined {
  const product = PRODUCTS.find((name) => name === cells.product?.toLowerCase());
  if (!product) return `the product must be ${PRODUCTS.join(', ')}`;
  const sizeColumn = product === 'datacenter' ? 'days' : 'gigabytes';
  const numbers = readNumbers(cells, [sizeColumn, 'usd', 'naira', 'validity_days', 'cost_usd']);
  if (typeof numbers === 'string') return numbers;
  const size = numbers[sizeColumn];
  if (size === undefined) return `${sizeColumn} is missing`;
  const onSale = cells.on_sale?.toLowerCase() || 'yes';
  if (onSale !== 'yes' && onSale !== 'no') return 'on_sale must be yes or no';
  const { usd, naira, validity_days, cost_usd } = numbers;
  const price = { usd, naira, on_sale: onSale === 'yes', cost_usd };
  const [country, group] = [cells.country?.toLowerCase() || undefined, cells.group || undefined];
  if (!country && !group) {
    offers.push({ ...price, product, size, validity_days, overrides: [] });
    return undefined;
  }
  const offer = offers.find((other) => other.product === product && other.size === size);
  if (!offer) return 'it follows the row without country and group of the same size';
  offer.overrides.push({ ...price, country, group });
  return undefined;
}

function readNumbers(
  cells: Cells,
  columns: readonly Column[],
): Partial<Record<Column, number>> | string {
  const numbers: Partial<Record<Column, number>> = {};
  for (const column of columns) {
    const text = cells[column];
    if (!text) continue;
    if (!/^\d+(\.\d+)?$/.test(text)) return `${column} must be a number`;
    numbers[column] = Number(text);
  }
  return numbers;
}

function toList(offers: readonly Offer[], list: PriceListDto): PriceListDto {
  const toPackages = (kind: 'residential' | 'mobile') => ({
    ...list[kind],
    packages: offers
      .filter(({ product }) => product === kind)
      .map(({ size, validity_days = 30, usd, naira, on_sale, overrides }) => ({
        ...{ gigabytes: size, validity_days, usd, naira, on_sale },
        overrides: overrides.map(({ cost_usd: _, ...override }) => override),
      })),
  });
  const periods = offers
    .filter(({ product }) => product === 'datacenter')
    .map(({ size, usd, naira, on_sale, cost_usd, overrides }) => ({
      ...{ duration_minutes: size * MINUTES_PER_DAY, usd, naira, on_sale, cost_usd, overrides },
    }));
  return {
    ...list,
    residential: toPackages('residential'),
    mobile: toPackages('mobile'),
    datacenter: { ...list.datacenter, periods },
  };
}
