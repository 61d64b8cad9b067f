import 'reflect-metadata';
import { Test, type TestingModule } from '@nestjs/testing';
import type { ModuleMetadata } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CommonModule } from '../../src/common/common.module';
import { ConfigModule } from '../../src/config/config.module';
import { DatabaseModule } from '../../src/database/database.module';
import { QueueModule } from '../../src/queue/queue.module';
import { UnitOfWork } from '../../src/database/unit-of-work';
import { TypeOrmModule } from '@nestjs/typeorm';
import { createTestDatabase, type TestDatabase } from './database';
import { loadEntities } from './entities';
import { useTestApp } from './use-test-app';

export interface TestModule {
  module: TestingModule;
  sql: <T = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<T[]>;
  uow: UnitOfWork;
  database: TestDatabase;
  close(): Promise<void>;
}

/** Modules of the application on a fresh database, without fakes. */
export async function createTestModule(
  imports: NonNullable<ModuleMetadata['imports']>,
  extra: Pick<ModuleMetadata, 'providers'> & {
    env?: Record<string, string>;
    /** Replaces the database URL, for instance with a proxy's. */
    via?: (databaseUrl: string) => Promise<string>;
  } = {},
): Promise<TestModule> {
  const database = await createTestDatabase();
  Object.assign(process.env, {
    NODE_ENV: 'test',
    SANDBOX: 'true',
    DATABASE_URL: (await extra.via?.(database.url)) ?? database.url,
    ...extra.env,
  });
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule,
      CommonModule,
      DatabaseModule.forProcess('api'),
      // Foreign keys name entities of modules that a test may leave out.
      TypeOrmModule.forFeature(loadEntities()),
      QueueModule,
      ...imports,
    ],
    providers: extra.providers ?? [],
  }).compile();
  await module.init();
  return {
    module,
    database,
    sql: (text, values) => module.get(DataSource).query(text, values),
    uow: module.get(UnitOfWork),
    close: async () => {
      await module.close();
      await database.dispose();
    },
  };
}

/** Inserts a customer, for modules that only need an owner. */
export async function insertUser(
  testModule: TestModule,
  email = `user-${Math.random()}@example.com`,
) {
  const [row] = await testModule.sql<{ id: number }>(
    `INSERT INTO users (name, email, email_verified_at) VALUES ('Ada Obi', $1, now()) RETURNING id`,
    [email],
  );
  return row!.id;
}

export const useTestModule = (...given: Parameters<typeof createTestModule>) =>
  useTestApp(() => createTestModule(...given));
