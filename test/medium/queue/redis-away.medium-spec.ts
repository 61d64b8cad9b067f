import { SECOND } from '../../../src/common/time/clock';
import { BullmqJobQueue } from '../../../src/queue/bullmq-job-queue';
import { describeWithRedis } from '../../support/describe-with-redis';
import { KillableRedis } from '../../support/e2e/killable-redis';
import { openRoom, type Room } from '../../support/room';

jest.setTimeout(30_000);

/** Well below the patience of whoever waits for the answer that the job only follows. */
const SOON = 4 * SECOND;

describeWithRedis('A queue whose Redis is away', () => {
  let redis: KillableRedis;
  let room: Room;
  let queue: BullmqJobQueue;

  beforeAll(async () => {
    redis = await KillableRedis.start();
    room = await openRoom([], { env: { REDIS_URL: redis.url } });
    queue = room.module.get(BullmqJobQueue);
    await queue.add('payments.verify-payment', { paymentId: 1 });
  });
  afterAll(async () => {
    await redis?.replace();
    await room?.close();
    await redis?.stop();
  });

  const took = async (work: Promise<unknown>) => {
    const start = Date.now();
    await work;
    return Date.now() - start;
  };

  it('refuses a job soon, and keeps nobody waiting whose work is committed', async () => {
    await redis.kill();
    const refused = expect(queue.add('payments.verify-payment', { paymentId: 2 })).rejects.toThrow(
      'payments.verify-payment',
    );
    expect(await took(refused)).toBeLessThan(SOON);
    const committed = room.uow.run(async () => {
      await room.uow.required().query(`CREATE TABLE done (id integer)`);
      await room.uow.afterCommit(() => queue.add('payments.verify-payment', { paymentId: 3 }));
    });
    expect(await took(committed)).toBeLessThan(SOON);
    expect(await room.sql(`SELECT * FROM done`)).toEqual([]);
  });

  it('takes jobs again once it is back', async () => {
    await redis.replace();
    const deadline = Date.now() + 10 * SECOND;
    const add = () =>
      queue.add('payments.verify-payment', { paymentId: 4 }).then(
        () => true,
        () => false,
      );
    let taken = await add();
    while (!taken && Date.now() < deadline) taken = await add();
    expect(taken).toBe(true);
    expect((await queue.depth()).payments?.waiting).toBeGreaterThan(0);
  });
});
