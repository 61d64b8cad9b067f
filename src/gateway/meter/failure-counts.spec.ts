import { setUp } from '../../../test/support/metered-account';
import type { UsageBatch } from './usage-store';

/** What the store was asked to save, once per batch number. */
function record(more = {}) {
  const parts = setUp(more);
  const batches = new Map<number, UsageBatch>();
  const settle = parts.store.settle.bind(parts.store);
  jest.spyOn(parts.store, 'settle').mockImplementation((batch) => {
    batches.set(batch.seq, batch);
    return settle(batch);
  });
  const deltas = () => [...batches.values()].flatMap((batch) => batch.deltas);
  return { ...parts, deltas };
}

describe('Failures of a proxy', () => {
  it('are saved by reason with the traffic of the same batch', async () => {
    const { account, flusher, deltas } = record({ limitBytes: null });
    account.take('up', 10);
    account.countFailure('TARGET_UNREACHABLE');
    account.countFailure('NO_EXIT');
    account.countFailure('TARGET_UNREACHABLE');
    expect(account.isIdle).toBe(false);
    await flusher.flush();
    await flusher.flush();
    expect(deltas()).toEqual([
      {
        ...{ proxyId: 1, up: 10, down: 0, requests: 0, wanted: 0 },
        failures: { TARGET_UNREACHABLE: 2, NO_EXIT: 1 },
      },
    ]);
    expect(account.isIdle).toBe(true);
  });

  it('keep their batch while its outcome is unknown, and later ones go into the next', async () => {
    const { account, store, flusher, deltas } = record({ limitBytes: null });
    account.countFailure('NO_EXIT');
    store.failure = 'lost answer';
    expect(await flusher.flush()).toBe(false);
    account.countFailure('NO_EXIT');
    account.countFailure('QUOTA_EXCEEDED');
    store.failure = 'none';
    expect(await flusher.flush()).toBe(true);
    expect(deltas().map(({ failures }) => failures)).toEqual([
      { NO_EXIT: 1 },
      { NO_EXIT: 1, QUOTA_EXCEEDED: 1 },
    ]);
  });

  it('alone reserve nothing of the quota', async () => {
    const { account, flusher, deltas } = record();
    account.countFailure('TARGET_BLOCKED');
    await flusher.flush();
    expect(deltas()).toMatchObject([{ wanted: 0 }]);
    expect(account.lease.isHeld).toBe(false);
  });

  it('leave a lease that is in use', async () => {
    const { account, flusher } = record();
    account.countRequest();
    await flusher.flush();
    account.countFailure('TARGET_BLOCKED');
    await flusher.flush();
    expect(account.lease.isHeld).toBe(true);
    expect(account.take('down', 500)).toBe(500);
  });
});
