import { setTimeout as delay } from 'node:timers/promises';
import { IdempotencyModule } from '../../../src/idempotency/idempotency.module';
import { IdempotencyService } from '../../../src/idempotency/idempotency.service';
import { insertUser, createTestModule, type TestModule } from '../../support/testing-module';

describe('IdempotencyService', () => {
  let testModule: TestModule;
  let idempotency: IdempotencyService;
  let ada: number;
  let bola: number;

  beforeAll(async () => {
    testModule = await createTestModule([IdempotencyModule]);
    idempotency = testModule.module.get(IdempotencyService);
    ada = await insertUser(testModule);
    bola = await insertUser(testModule);
  });
  afterAll(() => testModule.close());

  // spec: M3.4
  it('should run one of fifty concurrent calls and give all of them its response', async () => {
    let runs = 0;
    const call = async () => {
      runs += 1;
      await delay(50);
      return { status: 201, body: { run: runs } };
    };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => idempotency.run(ada, 'fifty', { amount: 1 }, call)),
    );
    expect(runs).toBe(1);
    expect(answers).toEqual(Array(50).fill({ status: 201, body: { run: 1 } }));
  });

  // spec: M3.5
  it('should refuse the same key with another body', async () => {
    const answer = { status: 200, body: 'first' };
    await idempotency.run(ada, 'reused', { amount: 1 }, async () => answer);
    await expect(
      idempotency.run(ada, 'reused', { amount: 2 }, async () => answer),
    ).rejects.toMatchObject({ kind: 'conflict', code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  // spec: M3.5
  it('should scope keys to the user', async () => {
    await idempotency.run(ada, 'shared', {}, async () => ({ status: 200, body: 'ada' }));
    const other = await idempotency.run(bola, 'shared', {}, async () => ({
      status: 200,
      body: 'bola',
    }));
    expect(other.body).toBe('bola');
  });

  it('should store the response encrypted', async () => {
    const body = { proxies: [{ password: 'as-clear-as-day' }] };
    await idempotency.run(ada, 'encrypted', {}, async () => ({ status: 201, body }));
    const [{ kept }] = (await testModule.sql(
      `SELECT body::text AS kept FROM idempotency_record WHERE user_id = $1 AND key = 'encrypted'`,
      [ada],
    )) as [{ kept: string }];
    expect(kept).toMatch(/^"v1\./);
    expect(kept).not.toContain('as-clear-as-day');
    const again = await idempotency.run(ada, 'encrypted', {}, () =>
      Promise.reject(new Error('ran')),
    );
    expect(again).toEqual({ status: 201, body });
  });

  it('should run again after an error', async () => {
    await expect(
      idempotency.run(ada, 'refused', {}, () => Promise.reject(new Error('no money'))),
    ).rejects.toThrow('no money');
    const answer = await idempotency.run(ada, 'refused', {}, async () => ({
      status: 200,
      body: 'second',
    }));
    expect(answer.body).toBe('second');
  });

  // spec: M4.10
  it('should take over a key after the first process died', async () => {
    await testModule.sql(
      `INSERT INTO idempotency_record (user_id, key, fingerprint, locked_until)
       SELECT $1, 'dead', fingerprint, now() - interval '1 second'
       FROM idempotency_record WHERE user_id = $1 AND key = 'refused'`,
      [ada],
    );
    const answer = await idempotency.run(ada, 'dead', {}, async () => ({
      status: 200,
      body: 'alive',
    }));
    expect(answer.body).toBe('alive');
  });

  // spec: M10.4
  it('should keep the key of a running call beyond its first lease', async () => {
    let runs = 0;
    const call = async () => {
      runs += 1;
      await delay(6_500);
      return { status: 201, body: { run: runs } };
    };
    const first = idempotency.run(ada, 'slow', {}, call);
    await delay(5_500);
    const answers = [await idempotency.run(ada, 'slow', {}, call), await first];
    expect(runs).toBe(1);
    expect(answers).toEqual(Array(2).fill({ status: 201, body: { run: 1 } }));
  });

  // spec: M10.4
  it('should take a key over within seconds when its holder is gone', async () => {
    await testModule.sql(
      `INSERT INTO idempotency_record (user_id, key, fingerprint, locked_until)
       SELECT $1, 'gone', fingerprint, now() + interval '5 seconds'
       FROM idempotency_record WHERE user_id = $1 AND key = 'refused'`,
      [ada],
    );
    const from = Date.now();
    await idempotency.run(ada, 'gone', {}, async () => ({ status: 200, body: null }));
    expect(Date.now() - from).toBeLessThan(10_000);
    expect(Date.now() - from).toBeGreaterThan(4_000);
  });

  // spec: M10.4
  it('should not release the key of a call that took it over', async () => {
    const holder = idempotency.run(ada, 'taken', {}, async () => {
      await testModule.sql(
        `UPDATE idempotency_record SET locked_until = now() + interval '1 minute'
         WHERE user_id = $1 AND key = 'taken'`,
        [ada],
      );
      throw new Error('no money');
    });
    await expect(holder).rejects.toThrow('no money');
    const rows = await testModule.sql(
      `SELECT 1 FROM idempotency_record WHERE user_id = $1 AND key = 'taken'`,
      [ada],
    );
    expect(rows).toHaveLength(1);
  });
});
