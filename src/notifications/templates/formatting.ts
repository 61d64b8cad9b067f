import { nameCountry } from '../../common/country-name';
import { GIGABYTE, KIND_OF_TYPE, type ProxySummary } from '../../proxies/proxy.types';

const MAX_LINES = 20;
const KIND_NAMES = { datacenter: 'Datacenter', residential: 'Residential', mobile: 'Mobile' };

/** "Residential proxy 12 (Nigeria)". */
export const formatProxyName = ({ id, type, country }: ProxySummary): string =>
  `${KIND_NAMES[KIND_OF_TYPE[type]]} proxy ${id} (${formatCountry(country)})`;

const formatCountry = (code: string): string =>
  code.toLowerCase() === 'zz' ? 'any country' : nameCountry(code);

/** "5 GB", "0.9 GB". */
export const formatGigabytes = (bytes: bigint): string => {
  const tenths = Number(((bytes < 0n ? 0n : bytes) * 10n) / GIGABYTE);
  return `${(tenths / 10).toLocaleString('en-NG')} GB`;
};

/** Keeps the first lines of a long list. */
export const truncateList = (lines: string[]): string[] =>
  lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), `And ${lines.length - MAX_LINES} more.`];
