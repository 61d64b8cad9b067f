import { readdir, readFile } from 'node:fs/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ConfigError, type AppConfig } from '../../../src/config/app-config';
import { CommitDurability } from '../../../src/database/database.module';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { inRepo } from '../../support/repo';
import { useTestModule } from '../../support/testing-module';

describe('UnitOfWork', () => {
  const testModule = useTestModule([], {
    env: { DATABASE_STATEMENT_TIMEOUT_MS: '2500', DATABASE_LOCK_TIMEOUT_MS: '2000' },
  });

  beforeAll(async () => {
    await testModule.sql(
      `CREATE TABLE shelf (id integer PRIMARY KEY, books integer NOT NULL DEFAULT 0)`,
    );
  });
  beforeEach(async () => {
    await testModule.sql(`TRUNCATE shelf`);
    await testModule.sql(`INSERT INTO shelf (id) VALUES (1), (2)`);
  });

  const add = (id: number) =>
    testModule.uow
      .requireTransaction()
      .query(`UPDATE shelf SET books = books + 1 WHERE id = $1`, [id]);
  const books = async () =>
    (await testModule.sql(`SELECT books FROM shelf ORDER BY id`)).map(Object.values);

  it('should wait no longer for a lock than the lock timeout, and not again', async () => {
    let runs = 0;
    let release: () => void = () => undefined;
    let hasLocked: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const locked = new Promise<void>((resolve) => (hasLocked = resolve));
    const holder = testModule.uow.run(async () => {
      await add(1);
      hasLocked();
      await released;
    });
    await locked;
    const blocked = testModule.uow.run(() => {
      runs += 1;
      return add(1);
    });
    await expect(blocked).rejects.toMatchObject({ driverError: { code: '55P03' } });
    expect(runs).toBe(1);
    release();
    await holder;
    expect(await books()).toEqual([[1], [0]]);
  });

  it('should cancel a statement after the statement timeout, except where it may take any time', async () => {
    const sleep = () => testModule.uow.manager.query('SELECT pg_sleep(3)');
    await expect(sleep()).rejects.toMatchObject({ driverError: { code: '57014' } });
    await expect(testModule.uow.run(sleep)).rejects.toMatchObject({
      driverError: { code: '57014' },
    });
    expect(await testModule.uow.runWithoutDeadline(sleep)).toHaveLength(1);
    await expect(sleep()).rejects.toMatchObject({ driverError: { code: '57014' } });
  });

  it('should retry the whole transaction after a deadlock', async () => {
    let runs = 0;
    let committed = 0;
    let locked = 0;
    let releaseBoth: () => void = () => undefined;
    const bothLocked = new Promise<void>((resolve) => (releaseBoth = resolve));
    const crossing = (first: number, second: number) =>
      testModule.uow.run(async () => {
        runs += 1;
        await testModule.uow.afterCommit(() => (committed += 1));
        await add(first);
        if ((locked += 1) === 2) releaseBoth();
        await bothLocked;
        await add(second);
      });
    await Promise.all([crossing(1, 2), crossing(2, 1)]);
    expect(await books()).toEqual([[2], [2]]);
    expect(runs).toBe(3);
    expect(committed).toBe(2);
  });

  it.each(['40P01', '40001'])(
    'should give up after four attempts that fail with %s',
    async (state) => {
      let runs = 0;
      const work = testModule.uow.run(async () => {
        runs += 1;
        await add(1);
        await testModule.uow
          .requireTransaction()
          .query(`DO $$ BEGIN RAISE 'again' USING ERRCODE = '${state}'; END $$`);
      });
      await expect(work).rejects.toMatchObject({ driverError: { code: state } });
      expect(runs).toBe(4);
      expect(await books()).toEqual([[0], [0]]);
    },
  );

  it('should not retry a permanent error', async () => {
    let runs = 0;
    const work = testModule.uow.run(async () => {
      runs += 1;
      await testModule.uow.requireTransaction().query(`INSERT INTO shelf (id) VALUES (1)`);
    });
    await expect(work).rejects.toMatchObject({ driverError: { code: '23505' } });
    expect(runs).toBe(1);
  });

  describe('commits', () => {
    /** A start in production, on connections with that default. */
    const start = async (synchronousCommit: string) => {
      const options = `-c synchronous_commit=${synchronousCommit}`;
      const base = dataSourceOptions(process.env.DATABASE_URL!, 1);
      const extra = { ...(base.extra as object), options };
      const source = await new DataSource({ ...base, extra } as DataSourceOptions).initialize();
      const config = { isProduction: true } as AppConfig;
      try {
        await new CommitDurability(config, source).onModuleInit();
      } finally {
        await source.destroy();
      }
    };

    it('should refuse a start in production where they are answered before they are on disk', async () => {
      await expect(start('off')).rejects.toThrow(ConfigError);
      await expect(start('on')).resolves.toBeUndefined();
      await expect(start('remote_apply')).resolves.toBeUndefined();
    });

    it('should keep the setting of the server in every transaction', async () => {
      const sources = (await readdir(inRepo('src'), { recursive: true })).filter(
        (name) => name.endsWith('.ts') && !name.startsWith('embedded/postgres'),
      );
      const texts = await Promise.all(
        sources.map(async (name) => ({ name, text: await readFile(inRepo('src', name), 'utf8') })),
      );
      const setters = texts.filter(({ text }) =>
        /synchronous_commit\s*(=|TO)|set_config\('synchronous_commit/i.test(text),
      );
      expect(setters.map(({ name }) => name)).toEqual([]);
      const [{ setting, context }] = await testModule.uow.run(() =>
        testModule.uow
          .requireTransaction()
          .query<[{ setting: string; context: string }]>(
            `SELECT setting, source AS context FROM pg_settings WHERE name = 'synchronous_commit'`,
          ),
      );
      // The test's server runs without it, by its command line.
      expect({ setting, context }).toEqual({ setting: 'off', context: 'command line' });
    });
  });
});
