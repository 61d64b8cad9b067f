import type { DataSource } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { FirstAdminService } from '../../auth/registration/first-admin.service';
import type { AppConfig } from '../../config/app-config';
import { AdvisoryLock } from '../../database/advisory-locks';
import { connectDataSource } from '../../database/connect-data-source';
import { UnitOfWork } from '../../database/unit-of-work';
import { seedExits, seedStock } from './seed-exits';
import { seedCountries, seedPrices } from './seed-prices';

/** How many rows were added. */
export interface SeedReport {
  readonly countries: number;
  readonly prices: number;
  /** Simulated exits; always 0 in production. */
  readonly exits: number;
  /** Simulated datacenter addresses; always 0 in production. */
  readonly stock: number;
  readonly adminCreated: boolean;
}

/**
 * Fills in what a fresh shop needs, and only what is missing: a second call adds nothing. In
 * production no exits are generated: the operator adds the exits that exist.
 * @param target a connected DataSource, or the URL of a migrated database.
 */
export async function seed(target: DataSource | string, config: AppConfig): Promise<SeedReport> {
  if (typeof target !== 'string') return seedInto(target, config);
  const source = await connectDataSource(target, 2);
  try {
    return await seedInto(source, config);
  } finally {
    await source.destroy();
  }
}

async function seedInto(source: DataSource, config: AppConfig): Promise<SeedReport> {
  const { email, password } = config.admin;
  const rows = await seedCatalog(source, config);
  const adminCreated = password
    ? await FirstAdminService.forSource(source).ensure(email, password)
    : false;
  return { ...rows, adminCreated };
}

function seedCatalog(
  source: DataSource,
  config: AppConfig,
): Promise<Omit<SeedReport, 'adminCreated'>> {
  const uow = new UnitOfWork(source);
  return uow.run(async () => {
    const manager = uow.requireTransaction();
    await manager.query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.seeds]);
    const countries = await seedCountries(manager);
    const prices = await seedPrices(manager);
    const exits = config.isProduction ? 0 : await seedExits(manager);
    const stock = config.isProduction ? 0 : await seedStock(manager);
    if (countries + prices + exits + stock > 0)
      await new AuditService(uow).record('system', {
        action: 'system.seeded',
        target: 'catalog',
        details: `Added ${countries} countries, ${prices} prices, ${exits} simulated exits and ${stock} addresses`,
      });
    return { countries, prices, exits, stock };
  });
}
