import { ZONE } from '../../common/time/calendar';
import { KIND_OF_TYPE } from '../../proxies/proxy.types';
import type { ProfitGroup } from './profit.types';

/** A network is not a key of sales: they are allocated from those by kind. */
export type SqlGroup = Exclude<ProfitGroup, 'network'>;

/** SQL of the key that each source of figures is grouped by; all are text. */
export interface GroupKeys {
  /** Of the order `o`, for which `extended` is the proxy that it extends. */
  readonly order: string;
  /** Of the refund `t` of the order `o`. */
  readonly refund: string;
  /** Of the debt `t`. */
  readonly debt: string;
  /** Of the networks' usage `u` by the proxy `p`. */
  readonly supply: string;
  /** Of the customers' usage `u` of the proxy `p`. */
  readonly billed: string;
}

const dayIn = (column: string): string => `to_char(${column} AT TIME ZONE '${ZONE}', 'YYYY-MM-DD')`;

const toKind = (type: string): string =>
  `CASE ${type} ${Object.entries(KIND_OF_TYPE)
    .map(([stored, kind]) => `WHEN '${stored}' THEN '${kind}'`)
    .join(' ')} END`;
const KIND = toKind('o.type');
// An order that extends a proxy names no country.
const COUNTRY = `CASE WHEN o.id IS NOT NULL THEN coalesce(o.request->>'country', extended.country::text, 'zz') END`;

export const GROUP_KEYS: Readonly<Record<SqlGroup, GroupKeys>> = {
  day: {
    order: dayIn('o.created_at'),
    refund: dayIn('t.created_at'),
    debt: dayIn('t.created_at'),
    supply: dayIn('u.day'),
    billed: dayIn('u.hour'),
  },
  kind: { order: KIND, refund: KIND, debt: 'NULL', supply: 'u.kind', billed: toKind('p.type') },
  country: {
    order: COUNTRY,
    refund: COUNTRY,
    debt: 'NULL',
    supply: 'u.country',
    billed: 'p.country::text',
  },
  customer: {
    order: 'o.user_id::text',
    refund: 't.user_id::text',
    debt: 't.user_id::text',
    supply: 'p.user_id::text',
    billed: 'p.user_id::text',
  },
};
