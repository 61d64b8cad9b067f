import { createHmac, randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { AppConfig } from '../../../config/app-config';

/** Tables with an `id`, in an order in which they may be filled. */
export const FILLED_TABLES = [
  'users',
  'ledger_account',
  'ledger_transaction',
  'ledger_entry',
  'wallet_transaction',
  'payment',
  'proxy_order',
  'proxy',
  'audit_log',
] as const;
export type FilledTable = (typeof FILLED_TABLES)[number];

/** Values shared by all batches. */
export interface SeedContext {
  readonly users: number;
  /** The rows are spread from here to now: a year, or since the last closed month, which takes no more entries. */
  readonly startsAt: Date;
  /** Highest id so far: the row of user `i` of a table has the id `after[table] + i`. */
  readonly after: Readonly<Record<FilledTable, number>>;
  /** Distinguishes the rows of this run from other runs. */
  readonly run: string;
  readonly gateway: { readonly host: string; readonly http: number; readonly socks: number };
  /** Password of all generated proxies; never shown. */
  readonly proxyPassword: string;
  readonly passwordDigest: Buffer;
  readonly encryptionKey: Buffer;
}

export async function createSeedContext(
  manager: EntityManager,
  config: AppConfig,
  users: number,
): Promise<SeedContext> {
  const after = {} as Record<FilledTable, number>;
  for (const table of FILLED_TABLES) {
    const [row] = await manager.query(`SELECT coalesce(max(id), 0)::int AS id FROM ${table}`);
    after[table] = row.id;
  }
  const proxyPassword = randomBytes(15).toString('base64url');
  const { publicHost, httpPort, socksPort } = config.gateway;
  return {
    users,
    startsAt: await findStart(manager),
    after,
    run: `s${after.users.toString(36)}`,
    gateway: { host: publicHost, http: httpPort, socks: socksPort },
    proxyPassword,
    passwordDigest: createHmac('sha256', config.key('proxy-credential'))
      .update(proxyPassword)
      .digest(),
    encryptionKey: config.key('secrets'),
  };
}

/** Days over which the rows are spread at most. */
export const SPREAD_DAYS = 365;

async function findStart(manager: EntityManager): Promise<Date> {
  const [row] = await manager.query<[{ at: Date }]>(
    `SELECT greatest(date_trunc('minute', now()) - interval '${SPREAD_DAYS} days',
       (SELECT max(ends_at) FROM ledger_period)) AS at`,
  );
  return row.at;
}

/** SQL for the timestamp of user `i`: the users follow each other evenly, the last one now. */
export const timestampSql = ({ users, startsAt }: SeedContext, i = 'i'): string => {
  const start = `timestamptz '${startsAt.toISOString()}'`;
  return `(${start} + (date_trunc('minute', now()) - ${start}) * (${i}::float8 / ${users}))`;
};

/** Kobo that user `i` paid in, and what the order of user `i` cost. */
export const CREDIT = `((10 + i % 50) * 100000)`;
export const PRICE = `(ARRAY[496000, 800000, 320000])[1 + i % 3]`;

/** One in ten users paid by card; the others were funded by staff. */
export const PAID_BY_CARD = `(i % 10 = 0)`;
/** One in fifty users is inactive. */
export const IS_INACTIVE = `(i % 50 = 7)`;
