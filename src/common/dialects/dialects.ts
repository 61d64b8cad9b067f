import type { Dialect } from './dialect.types';
import { BRIGHT_DATA } from './providers/bright-data';
import { CUSTOM } from './providers/custom';
import { DATAIMPULSE } from './providers/dataimpulse';
import { DECODO } from './providers/decodo';
import { EVOMI } from './providers/evomi';
import { GEONODE } from './providers/geonode';
import { IPROYAL } from './providers/iproyal';
import { NETNUT } from './providers/netnut';
import { OXYLABS } from './providers/oxylabs';
import { SOAX } from './providers/soax';
import { WEBSHARE } from './providers/webshare';

/** Ids are stored: never rename one. */
export const DIALECTS: readonly Dialect[] = [
  ...[OXYLABS, DECODO, IPROYAL, BRIGHT_DATA, SOAX, DATAIMPULSE, WEBSHARE, EVOMI, NETNUT, GEONODE],
  CUSTOM,
];

export const DIALECT_IDS = DIALECTS.map(({ id }) => id);

export const findDialect = (id: string): Dialect | undefined =>
  DIALECTS.find((dialect) => dialect.id === id);
