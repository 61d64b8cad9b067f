import { itCreditsInTheBackground } from '../support/e2e/credits.suite';
import { Customer } from '../support/e2e/customer';
import { RedisServer } from '../support/e2e/redis-server';
import { CrashTestPlatform, itRecovers } from '../support/e2e/recovery.suite';
import { describeWithRedis } from '../support/describe-with-redis';

jest.setTimeout(240_000);

describeWithRedis('Queues in Redis', () => {
  let redis: RedisServer;
  let field: CrashTestPlatform;
  let ada: Customer;

  beforeAll(async () => {
    redis = await RedisServer.start();
    field = await CrashTestPlatform.open(redis);
    ada = await Customer.signUp(field.site);
  });
  afterAll(async () => {
    await field?.close();
    await redis?.stop();
  });

  itCreditsInTheBackground(() => ada);

  it('delivers what a customer buys', async () => {
    expect(await ada.buy()).toMatchObject({ type: 'residential_ipv4', status: 'active' });
  });

  describe('that loses them in the middle of purchases and payments', () => {
    beforeAll(() => field.startLoad());

    it('killed and replaced by an empty one: work continues', async () => {
      await field.load.waitForResponses();
      await redis.killAndReplace();
      await field.load.waitForResponses();
    });

    it('flushed: work continues', async () => {
      await redis.flush();
      await field.load.waitForResponses();
      await redis.flush();
    });

    itRecovers(() => field);
  });
});
