import type { DataSource, EntityManager } from 'typeorm';
import { AuditChainService } from '../../../audit/audit-chain.service';
import { HOUR } from '../../../common/time/clock';
import type { AppConfig } from '../../../config/app-config';
import { MonthPartitions } from '../../../database/partitions/month-partitions';
import { UnitOfWork } from '../../../database/unit-of-work';
import { LedgerChainService } from '../../../wallet/ledger/ledger-chain.service';
import { fillGoods } from './fill-goods';
import { fillAudit, fillMoney } from './fill-money';
import { fillPeople } from './fill-people';
import { FILLED_TABLES, SPREAD_DAYS, createSeedContext, type SeedContext } from './seed-context';
import { deferConstraints } from './defer-constraints';

/** The database must not be filled; the message is for the operator. */
export class SeedRefusedError extends Error {}

export interface MillionOptions {
  /** Users, and as many orders and proxies; twice as many statement lines. */
  readonly users: number;
  /** Fills a shop that has customers as well. */
  readonly force: boolean;
  readonly log: (line: string) => void;
}

const BATCH = 50_000;

/**
 * Fills a shop with made-up customers, their money, orders, proxies and audit rows, for measuring
 * and for testing the pages at scale. Runs in one transaction.
 * All `ledger:check` invariants hold afterwards. Closed months stay as they are.
 * @throws SeedRefusedError in production, and for a shop that has customers unless `force`.
 */
export async function seedMillion(
  source: DataSource,
  config: AppConfig,
  { users, force, log }: MillionOptions,
): Promise<void> {
  if (config.isProduction)
    throw new SeedRefusedError('A production shop is never filled with made-up rows.');
  const uow = new UnitOfWork(source);
  await uow.run(async () => {
    const manager = uow.requireTransaction();
    if (!force && (await hasCustomers(manager)))
      throw new SeedRefusedError('This shop has customers. Add --force to fill it all the same.');
    await manager.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    for (const table of ['ledger_entry', 'audit_log', 'usage_hour'] as const)
      await new MonthPartitions(uow).create(table, new Date(Date.now() - SPREAD_DAYS * 24 * HOUR));
    // An index is not built while a trigger has yet to tell the webhooks of an order, of which these customers have none.
    await manager.query('SET CONSTRAINTS ALL IMMEDIATE');
    const putBack = await deferConstraints(manager, FILLED_TABLES);
    const context = await createSeedContext(manager, config, users);
    for (const [what, fill] of STEPS) {
      for (let from = 1; from <= users; from += BATCH)
        await fill(manager, context, from, Math.min(users, from + BATCH - 1));
      log(what);
    }
    await putBack();
    log('indexes and references');
    for (const table of FILLED_TABLES) await moveSequence(manager, table);
  });
  for (const table of FILLED_TABLES) await source.query(`VACUUM (ANALYZE) ${table}`);
  log('statistics');
  await new AuditChainService(uow).extend();
  log('audit chain');
  await new LedgerChainService(uow).extend();
  log('ledger chain');
}

type Fill = (
  manager: EntityManager,
  context: SeedContext,
  from: number,
  to: number,
) => Promise<void>;

const STEPS: readonly (readonly [string, Fill])[] = [
  ['people and wallets', fillPeople],
  ['money', fillMoney],
  ['orders and proxies', fillGoods],
  ['audit', fillAudit],
];

async function hasCustomers(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query(
    `SELECT EXISTS (SELECT FROM users WHERE role = 'user') OR EXISTS (SELECT FROM proxy_order) AS busy`,
  );
  return row.busy;
}

const moveSequence = (manager: EntityManager, table: string): Promise<unknown> =>
  manager.query(
    `SELECT setval(pg_get_serial_sequence($1, 'id'), max(id)) FROM ${table} HAVING max(id) IS NOT NULL`,
    [table],
  );
