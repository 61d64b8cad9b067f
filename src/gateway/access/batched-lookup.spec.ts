import { pino } from 'pino';
import { BatchedLookup } from './batched-lookup';

const log = pino({ level: 'silent' });

/** A lookup whose reads are answered by hand, on a clock that is set by hand. */
function createLookup(more: { maxEntries?: number } = {}) {
  const reads: { keys: string[]; resolve(found: string[]): void; reject(error: Error): void }[] =
    [];
  let now = 1_000;
  const read = (keys: string[]) =>
    new Promise<Map<string, true>>((resolve, reject) => {
      reads.push({
        keys,
        resolve: (found) => resolve(new Map(found.map((key) => [key, true]))),
        reject,
      });
    });
  const options = { ttlMs: 100, staleMs: 10_000, ...more };
  const lookup = new BatchedLookup('Things', read, options, log, () => now);
  /** Answers the oldest read. @returns its keys. */
  const answer = async (...found: string[]) => {
    const next = reads.shift();
    next?.resolve(found);
    await settle();
    return next?.keys;
  };
  const fail = async () => {
    reads.shift()?.reject(new Error('down'));
    await settle();
  };
  return { lookup, reads, answer, fail, pass: (ms: number) => (now += ms) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('BatchedLookup', () => {
  it('reads one batch at a time, with every key that was asked for meanwhile', async () => {
    const { lookup, reads, answer } = createLookup();
    const first = lookup.get('a');
    const others = ['b', 'c', 'b', 'a'].map(async (key) => lookup.get(key));
    expect(reads).toHaveLength(1);
    expect(await answer('a')).toEqual(['a']);
    expect(await first).toBe(true);
    expect(await answer('c')).toEqual(['b', 'c']);
    expect(await Promise.all(others)).toEqual([undefined, true, undefined, true]);
    expect(reads).toHaveLength(0);
  });

  it('remembers what is there and what is not, until the TTL is over', async () => {
    const { lookup, reads, answer, pass } = createLookup();
    const found = Promise.all([lookup.get('a'), lookup.get('b')]);
    await answer('a');
    await answer();
    await found;
    pass(99);
    expect([lookup.get('a'), lookup.get('b')]).toEqual([true, undefined]);
    pass(1);
    const again = lookup.get('a');
    expect(reads).toHaveLength(1);
    await answer();
    expect(await again).toBeUndefined();
  });

  it('reads again what changed, also while it was being read', async () => {
    const { lookup, answer } = createLookup();
    const early = lookup.get('a');
    lookup.invalidate((key) => key === 'a');
    // What comes of the running read may be outdated.
    const late = lookup.get('a');
    expect(await answer('a')).toEqual(['a']);
    await early;
    expect(await answer()).toEqual(['a']);
    expect(await late).toBeUndefined();
    lookup.invalidate((key) => key === 'b');
    expect(lookup.get('a')).toBeUndefined();
    lookup.invalidate();
    expect(lookup.get('a')).toBeInstanceOf(Promise);
  });

  it('uses the last known value while nothing can be read, and knows nothing new', async () => {
    const { lookup, reads, answer, fail, pass } = createLookup();
    const known = lookup.get('a');
    await answer('a');
    await known;
    pass(200);
    const asked = ['a', 'b'].map(async (key) => lookup.get(key));
    await fail();
    expect(await Promise.all(asked)).toEqual([true, undefined]);
    // Until the backoff is over, nobody waits for the database.
    expect([lookup.get('a'), lookup.get('b')]).toEqual([true, undefined]);
    expect(reads).toHaveLength(0);
    pass(10_000);
    const late = lookup.get('a');
    await fail();
    expect(await late).toBeUndefined();
  });

  it('holds a bounded number of keys', async () => {
    const { lookup, answer } = createLookup({ maxEntries: 3 });
    for (let n = 0; n < 10; n++) {
      const asked = lookup.get(`key ${n}`);
      await answer();
      await asked;
    }
    expect(lookup.size).toBe(3);
  });
});
