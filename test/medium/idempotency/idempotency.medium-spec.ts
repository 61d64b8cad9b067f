import { setTimeout as delay } from 'node:timers/promises';
import { decrypt } from '../../../src/common/crypto/secrets';
import { AppConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { answerContext } from '../../../src/http/idempotency/idempotency.encrypted-columns';
import { IdempotencyModule } from '../../../src/http/idempotency/idempotency.module';
import {
  IdempotencyRepository,
  IdempotencyService,
} from '../../../src/http/idempotency/idempotency.service';
import { insertUser, useTestModule } from '../../support/testing-module';

describe('IdempotencyService', () => {
  const testModule = useTestModule([IdempotencyModule]);
  let idempotency: IdempotencyService;
  let ada: number;
  let bola: number;

  beforeAll(async () => {
    idempotency = testModule.module.get(IdempotencyService);
    ada = await insertUser(testModule);
    bola = await insertUser(testModule);
  });

  const countRecords = async (key: string): Promise<number> =>
    (await testModule.sql('SELECT 1 FROM idempotency_record WHERE key = $1', [key])).length;
  const getLease = async (key: string): Promise<unknown> => {
    const [row] = await testModule.sql<{ lease: string }>(
      'SELECT locked_until::text AS lease FROM idempotency_record WHERE key = $1',
      [key],
    );
    return row!.lease;
  };

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

  it('should refuse the same key with another body', async () => {
    const answer = { status: 200, body: 'first' };
    await idempotency.run(ada, 'reused', { amount: 1 }, async () => answer);
    await expect(
      idempotency.run(ada, 'reused', { amount: 2 }, async () => answer),
    ).rejects.toMatchObject({ kind: 'conflict', code: 'IDEMPOTENCY_KEY_REUSED' });
  });

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
    const key = testModule.module.get(AppConfig, { strict: false }).key('secrets');
    const context = answerContext(ada, 'encrypted');
    expect(JSON.parse(decrypt(key, context, JSON.parse(kept) as string))).toEqual(body);
    const again = await idempotency.run(ada, 'encrypted', {}, () =>
      Promise.reject(new Error('ran')),
    );
    expect(again).toEqual({ status: 201, body });
  });

  it('should run again after an error', async () => {
    await expect(
      idempotency.run(ada, 'refused', {}, () => Promise.reject(new Error('no money'))),
    ).rejects.toThrow('no money');
    expect(await countRecords('refused')).toBe(0);
    const answer = await idempotency.run(ada, 'refused', {}, async () => ({
      status: 200,
      body: 'second',
    }));
    expect(answer.body).toBe('second');
  });

  it('should release the key of a call that has failed after its lease was renewed', async () => {
    const slow = idempotency.run(ada, 'renewed', {}, async () => {
      const before = await getLease('renewed');
      expect(await poll(async () => (await getLease('renewed')) !== before, 30_000)).toBe(true);
      throw new Error('no money');
    });
    await expect(slow).rejects.toThrow('no money');
    expect(await countRecords('renewed')).toBe(0);
  });

  it('should renew no lease once the call has ended', async () => {
    const renew = jest.spyOn(testModule.module.get(IdempotencyRepository), 'renew');
    await idempotency.run(ada, 'ended', {}, async () => ({ status: 200, body: null }));
    await delay(2_000);
    expect(renew).not.toHaveBeenCalled();
    renew.mockRestore();
  });

  it('should refuse a call whose first one still runs after the longest wait', async () => {
    await testModule.sql(
      `INSERT INTO idempotency_record (user_id, key, fingerprint, locked_until)
       SELECT $1, 'running', fingerprint, now() + interval '1 minute'
       FROM idempotency_record WHERE user_id = $1 AND key = 'refused'`,
      [ada],
    );
    const start = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValueOnce(start);
    clock.mockImplementation(() => start + 26_000);
    const second = idempotency.run(ada, 'running', {}, () => Promise.reject(new Error('ran')));
    await expect(second).rejects.toMatchObject({
      kind: 'conflict',
      code: 'IDEMPOTENCY_IN_PROGRESS',
    });
    clock.mockRestore();
  });

  it('should delete responses after seven days', async () => {
    for (const key of ['week', 'younger'])
      await idempotency.run(ada, key, {}, async () => ({ status: 200, body: null }));
    for (const [key, seconds] of [
      ['week', 604_900],
      ['younger', 604_700],
    ])
      await testModule.sql(
        `UPDATE idempotency_record SET created_at = now() - make_interval(secs => $2) WHERE key = $1`,
        [key, seconds],
      );
    expect(await idempotency.deleteExpired()).toBe(1);
    expect([await countRecords('week'), await countRecords('younger')]).toEqual([0, 1]);
  });

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
