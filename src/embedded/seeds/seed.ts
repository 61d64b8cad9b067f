import { Injectable, Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { AuditService } from '../../audit/audit.service';
import { AuthCommandsModule } from '../../auth/auth-commands.module';
import { FirstAdminService } from '../../auth/registration/first-admin.service';
import { AppConfig } from '../../config/app-config';
import { AdvisoryLock } from '../../database/advisory-locks';
import { runInApplication } from '../../database/run-in-application';
import { UnitOfWork } from '../../database/unit-of-work';
import { seedExits, seedStock } from './seed-exits';
import { seedNetworks } from './seed-networks';
import { seedCountries, seedPrices } from './seed-prices';

/** How many rows were added. */
export interface CatalogReport {
  readonly countries: number;
  readonly prices: number;
  /** Simulated exits; always 0 in production. */
  readonly exits: number;
  /** Simulated datacenter addresses; always 0 in production. */
  readonly stock: number;
}

@Injectable()
export class CatalogSeedService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
  ) {}

  /**
   * Fills in what a fresh shop sells, and only what is missing: a second call adds nothing. In
   * production no exits are generated: the operator adds the exits that exist.
   */
  seed(): Promise<CatalogReport> {
    const { isProduction } = this.config;
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      await manager.query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.seeds]);
      const countries = await seedCountries(manager);
      const prices = await seedPrices(manager);
      const exits = isProduction ? 0 : await seedExits(manager);
      const stock = isProduction ? 0 : await seedStock(manager);
      if (countries + prices + exits + stock > 0)
        await this.audit.record('system', {
          action: 'system.seeded',
          target: 'catalog',
          details: `Added ${countries} countries, ${prices} prices, ${exits} simulated exits and ${stock} addresses`,
        });
      return { countries, prices, exits, stock };
    });
  }
}

@Module({
  imports: [AuditModule, AuthCommandsModule],
  providers: [CatalogSeedService],
})
class SeedModule {}

/**
 * Fills in what a fresh shop needs: the catalogue, and the first admin if there is a password for one.
 * @param networks whether to add simulated networks with the first simulated exits; without effect later, so that
 * whoever removes them does not get them again.
 */
export const seed = (
  config: AppConfig,
  { networks = false } = {},
): Promise<CatalogReport & { adminCreated: boolean }> =>
  runInApplication(config, [SeedModule], async (app) => {
    const { email, password } = config.admin;
    const report = await app.get(CatalogSeedService).seed();
    const adminCreated = password
      ? await app.get(FirstAdminService).ensure(email, password)
      : false;
    if (networks && report.exits > 0) await seedNetworks(app.get(UnitOfWork).manager, config);
    return { ...report, adminCreated };
  });
