import { Semaphore } from './password.service';

const deferred = () => {
  let finish!: () => void;
  const promise = new Promise<void>((resolve) => (finish = resolve));
  return { promise, finish };
};

describe('Semaphore', () => {
  it('should limit concurrent work to its slots in FIFO order', async () => {
    const slots = new Semaphore(2);
    const started: number[] = [];
    const jobs = Array.from({ length: 6 }, () => deferred());
    const all = jobs.map((job, index) =>
      slots.run(() => {
        started.push(index);
        return job.promise;
      }),
    );
    expect(started).toEqual([0, 1]);
    jobs[1]!.finish();
    await all[1];
    expect(started).toEqual([0, 1, 2]);
    for (const job of jobs) job.finish();
    await Promise.all(all);
    expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('should free the slot of failed work', async () => {
    const slots = new Semaphore(1);
    await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run(() => Promise.resolve('next'))).resolves.toBe('next');
  });

  it('should refuse work when the queue is full', async () => {
    const slots = new Semaphore(1);
    const job = deferred();
    const waiting = Array.from({ length: 501 }, () => slots.run(() => job.promise));
    await expect(slots.run(() => job.promise)).rejects.toMatchObject({ kind: 'unavailable' });
    job.finish();
    await Promise.all(waiting);
  });
});
