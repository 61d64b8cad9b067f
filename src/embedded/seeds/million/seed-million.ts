import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../../common/errors/operator-error';
import type { INestApplicationContext } from '@nestjs/common';
import { AuditChainService } from '../../../audit/audit-chain.service';
import { HOUR } from '../../../common/time/clock';
import type { AppConfig } from '../../../config/app-config';
import { MonthPartitions } from '../../../database/partitions/month-partitions';
import { UnitOfWork } from '../../../database/unit-of-work';
import { LedgerChainService } from '../../../wallet/ledger/ledger.service';
import { type Batch, fillGoods, fillAudit, fillMoney, fillPeople } from './fill';
import { FILLED_TABLES, SPREAD_DAYS, createSeedContext } from './seed-context';

/**
 * Drops the foreign keys and non-unique indexes of tables before a bulk insert. Building
 * and checking them once over all rows is many times faster, and checks just as much.
 * @returns a function that restores them exactly; a rollback restores them too.
 */
export async function deferConstraints(
  manager: EntityManager,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const references: { table: string; name: string; definition: string }[] = await manager.query(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
            pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::regclass[])`,
    [tables],
  );
  const indexes: { name: string; definition: string }[] = await manager.query(
    `SELECT i.indexrelid::regclass::text AS name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS definition
     FROM pg_index i WHERE i.indrelid = ANY($1::regclass[]) AND NOT i.indisunique`,
    [tables],
  );
  for (const { table, name } of references)
    await manager.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await manager.query(`DROP INDEX ${name}`);
  return async () => {
    for (const { definition } of indexes) await manager.query(definition);
    for (const { table, name, definition } of references)
      await manager.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  };
}

/** The database must not be filled; the message is for the operator. */
export class SeedRefusedError extends OperatorError {}

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
  app: INestApplicationContext,
  config: AppConfig,
  { users, force, log }: MillionOptions,
): Promise<void> {
  if (config.isProduction)
    throw new SeedRefusedError('A production shop is never filled with made-up rows.');
  const uow = app.get(UnitOfWork);
  await uow.run(async () => {
    const manager = uow.requireTransaction();
    if (!force && (await hasCustomers(manager)))
      throw new SeedRefusedError('This shop has customers. Add --force to fill it all the same.');
    await manager.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    for (const table of ['ledger_entry', 'audit_log', 'usage_hour'] as const)
      await app.get(MonthPartitions).create(table, new Date(Date.now() - SPREAD_DAYS * 24 * HOUR));
    // An index is not built while a trigger has yet to tell the webhooks of an order, of which these customers have none.
    await manager.query('SET CONSTRAINTS ALL IMMEDIATE');
    const putBack = await deferConstraints(manager, FILLED_TABLES);
    const context = await createSeedContext(manager, config, users);
    for (const [what, fill] of STEPS) {
      for (let from = 1; from <= users; from += BATCH) {
        const to = Math.min(users, from + BATCH - 1);
        const insert: Batch['insert'] = (sql, more = []) => manager.query(sql, [from, to, ...more]);
        await fill({ context, from, to, insert });
      }
      log(what);
    }
    await putBack();
    log('indexes and references');
    for (const table of FILLED_TABLES) await moveSequence(manager, table);
  });
  for (const table of FILLED_TABLES) await uow.dataSource.query(`VACUUM (ANALYZE) ${table}`);
  log('statistics');
  await app.get(AuditChainService).extend();
  log('audit chain');
  await app.get(LedgerChainService).extend();
  log('ledger chain');
}

const STEPS: readonly (readonly [string, (batch: Batch) => Promise<void>])[] = [
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
