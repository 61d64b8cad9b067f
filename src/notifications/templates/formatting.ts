import { nameCountry } from '../../common/country';
import { GIGABYTE, KIND_OF_TYPE, MEGABYTE, type ProxySummary } from '../../proxies/proxy.types';

const MAX_LINES = 20;
const MAX_INBOX_LINES = 3;
const KIND_NAMES = { datacenter: 'Datacenter', residential: 'Residential', mobile: 'Mobile' };

/** "Residential proxy 12 (Nigeria)". */
export const formatProxyName = ({
  id,
  type,
  country,
}: Pick<ProxySummary, 'id' | 'type' | 'country'>): string =>
  `${KIND_NAMES[KIND_OF_TYPE[type]]} proxy ${id} (${formatCountry(country)})`;

const formatCountry = (code: string): string =>
  code.toLowerCase() === 'zz' ? 'any country' : nameCountry(code);

/** "5 GB", "0.9 GB". */
export const formatGigabytes = (bytes: bigint): string => {
  const tenths = Number(((bytes < 0n ? 0n : bytes) * 10n) / GIGABYTE);
  return `${(tenths / 10).toLocaleString('en-NG')} GB`;
};

/** "5 GB", "350 MB", "less than 1 MB": of any amount that is not nothing. */
export const formatTraffic = (bytes: bigint): string => {
  if (bytes >= GIGABYTE) return formatGigabytes(bytes);
  if (bytes >= MEGABYTE) return `${bytes / MEGABYTE} MB`;
  return bytes > 0n ? 'less than 1 MB' : '0 MB';
};

/** Keeps the first lines of a long list. */
export const truncateList = (lines: string[], max = MAX_LINES): string[] =>
  lines.length <= max ? lines : [...lines.slice(0, max), `And ${lines.length - max} more.`];

/** The text of an inbox message about several items. */
export const toInboxText = (lines: string[]): string =>
  truncateList(lines, MAX_INBOX_LINES).join('\n');

/** The page of the proxy, or the list when there are several. */
export const toProxyLink = (proxies: readonly Pick<ProxySummary, 'id'>[]): string =>
  proxies.length === 1 ? `/proxyhistory/${proxies[0]!.id}` : '/proxyhistory';

/** The button of a mail: what to do about one proxy, or the list of several. `step` opens its dialog on the page. */
export function toProxyAction(
  site: string,
  proxies: readonly Pick<ProxySummary, 'id'>[],
  { label, step }: { label: string; step: 'renewal' | 'traffic' },
): { label: string; url: string } {
  const [one] = proxies;
  return one && proxies.length === 1
    ? { label, url: `${site}/proxyhistory/${one.id}?step=${step}` }
    : { label: 'See your proxies', url: `${site}/proxyhistory` };
}
