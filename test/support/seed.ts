import type { INestApplicationContext } from '@nestjs/common';
import { AuditService } from '../../src/audit/audit.service';
import { AppConfig } from '../../src/config/app-config';
import { UnitOfWork } from '../../src/database/unit-of-work';
import { CatalogSeedService } from '../../src/embedded/seeds/seed';

/** Seeds the catalogue over the connections of an application, which is faster than a command of its own. */
export const seedCatalog = (app: INestApplicationContext) =>
  new CatalogSeedService(app.get(UnitOfWork), app.get(AuditService), app.get(AppConfig)).seed();
