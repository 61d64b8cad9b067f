import { GIGABYTE, KIND_OF_TYPE, type ProxySummary } from '../../proxies/proxy.types';

/** Lines of a list before it is cut short. */
const MOST = 20;
const KIND_NAMES = { datacenter: 'Datacenter', residential: 'Residential', mobile: 'Mobile' };
const countries = new Intl.DisplayNames('en', { type: 'region' });

/** "Residential proxy 12 (Nigeria)". */
export const proxyName = ({ id, type, country }: ProxySummary): string =>
  `${KIND_NAMES[KIND_OF_TYPE[type]]} proxy ${id} (${placeName(country)})`;

const placeName = (code: string): string =>
  code.toLowerCase() === 'zz' ? 'any country' : (countries.of(code.toUpperCase()) ?? code);

/** "5 GB", "0.9 GB". */
export const gigabytes = (bytes: bigint): string => {
  const tenths = Number(((bytes < 0n ? 0n : bytes) * 10n) / GIGABYTE);
  return `${(tenths / 10).toLocaleString('en-NG')} GB`;
};

/** Long lists are cut short: a mail is read, not searched. */
export const listed = (lines: string[]): string[] =>
  lines.length <= MOST ? lines : [...lines.slice(0, MOST), `And ${lines.length - MOST} more.`];
