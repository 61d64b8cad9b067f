import { prepareStatement } from '../../../src/database/prepared-statement';
import { isUniqueViolation } from '../../../src/database/pg-errors';
import { createTestModule, type TestModule } from '../../support/testing-module';

describe('A prepared statement', () => {
  let testModule: TestModule;
  const insert = prepareStatement('spec.insert', 'INSERT INTO crate (id) VALUES ($1) RETURNING id');
  const find = prepareStatement('spec.find', 'SELECT id, label FROM crate WHERE id = $1');

  beforeAll(async () => {
    // One connection, so that a statement meets what the one before it left there.
    testModule = await createTestModule([], { env: { DATABASE_POOL_MAX: '1' } });
    await testModule.sql('CREATE TABLE crate (id integer PRIMARY KEY, label text)');
  });
  beforeEach(() => testModule.sql('TRUNCATE crate'));
  afterAll(() => testModule.close());

  const execute = (statement: typeof insert, id: number) =>
    testModule.uow.execute<{ id: number; label: unknown }>(statement, [id]);

  it('should be parsed once by a connection and executed many times', async () => {
    for (const id of [1, 2, 3]) await execute(insert, id);
    expect(await execute(insert, 4)).toEqual({ rows: [{ id: 4 }], count: 1 });
    const prepared = await testModule.uow.manager.query(
      `SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE name = 'spec.insert'`,
    );
    expect(prepared).toEqual([{ runs: '4' }]);
  });

  it('should take part in the open transaction', async () => {
    const failed = testModule.uow.run(async () => {
      await testModule.uow.executeInTransaction(insert, [1]);
      expect((await execute(find, 1)).count).toBe(1);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect((await execute(find, 1)).rows).toEqual([]);
  });

  it('should refuse to write outside a transaction where one is required', async () => {
    await expect(testModule.uow.executeInTransaction(insert, [1])).rejects.toThrow('unit of work');
    expect((await execute(find, 1)).rows).toEqual([]);
  });

  it('should fail with the error that repositories recognise, and give the connection back', async () => {
    await execute(insert, 1);
    const repeated = await execute(insert, 1).catch((error: unknown) => error);
    expect(isUniqueViolation(repeated, 'crate_pkey')).toBe(true);
    expect((await execute(insert, 2)).count).toBe(1);
  });

  it('should go on after a migration that changed a column of its result', async () => {
    await execute(insert, 1);
    await execute(find, 1);
    await testModule.sql('ALTER TABLE crate ALTER label TYPE integer USING NULL');
    try {
      const found = await testModule.uow.run(() => execute(find, 1));
      expect(found.rows).toEqual([{ id: 1, label: null }]);
    } finally {
      await testModule.sql('ALTER TABLE crate ALTER label TYPE text');
    }
  });

  it('should not share its name with another statement', () => {
    expect(() => prepareStatement('spec.find', 'SELECT 1')).toThrow('spec.find');
    expect(prepareStatement('spec.find', find.text)).toEqual(find);
  });
});
