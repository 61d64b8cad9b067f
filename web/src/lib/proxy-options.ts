import { RANDOM_CODE } from './country';
import { asList } from './list';

export interface Option<V extends string | number = string> {
  value: V;
  label: string;
}

export const RANDOM_OPTION: Option = { value: RANDOM_CODE, label: 'Random' };

/** Minutes an IP address is kept, up to a day; 0: as long as possible, -1: a new one for every request. */
export type SessionTtl = number;

export const SESSION_TYPES: readonly Option<SessionTtl>[] = [
  { value: 0, label: 'Keep IP as long as possible (high trust)' },
  { value: -1, label: 'Rotate on every new request' },
  { value: 1, label: '1 minute' },
  { value: 2, label: '2 minutes' },
  { value: 5, label: '5 minutes' },
  { value: 10, label: '10 minutes' },
  { value: 30, label: '30 minutes' },
  { value: 60, label: '1 hour' },
  { value: 360, label: '6 hours' },
  { value: 720, label: '12 hours' },
  { value: 1440, label: '24 hours' },
];

export type Protocol = 'http' | 'socks5';

export const PROTOCOLS: readonly Option<Protocol>[] = [
  { value: 'http', label: 'HTTP' },
  { value: 'socks5', label: 'SOCKS5' },
];

/** In minutes. */
export type DatacenterPeriod = 43_200 | 86_400 | 129_600;

export const DATACENTER_PERIODS: readonly Option<DatacenterPeriod>[] = [
  { value: 43_200, label: '30 Days' },
  { value: 86_400, label: '60 Days' },
  { value: 129_600, label: '90 Days' },
];

/** Options for the places that the API lists, Random first. */
export const placeOptions = (
  places: readonly { code: string; name: string }[] | undefined,
): Option[] => [
  RANDOM_OPTION,
  ...asList(places).map(({ code, name }) => ({ value: code, label: name })),
];

/** The value for the API; undefined for Random. */
export const specific = (code: string): string | undefined =>
  code === RANDOM_CODE ? undefined : code;
