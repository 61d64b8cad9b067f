import { setTimeout as delay } from 'node:timers/promises';
import { poll } from '../../src/embedded/poll';
import { Customer, unique } from '../support/e2e/customer';
import {
  backdatePendingWork,
  ledgerCheck,
  sqlAt,
  waitUntilDrained,
  type Sql,
} from '../support/e2e/database';
import { createSiblingEnvironment, ExtraProcess } from '../support/e2e/extra-process';
import { Site } from '../support/e2e/site';
import { FailoverLoad } from '../support/failover/failover-load';
import { findLosses, findMissing } from '../support/failover/find-losses';
import { ReplicatedPostgres } from '../support/failover/replicated-postgres';
import { startPlatform, type PlatformFixture } from '../support/processes';

/** `off`: commits wait for no standby, and one round must find what is lost. */
const IS_SYNCHRONOUS = process.env.REHEARSAL_SYNC !== 'off';
const ROUNDS = IS_SYNCHRONOUS ? Number(process.env.REHEARSAL_ROUNDS ?? '5') : 1;
const SHOPPERS = 4;
const SUCCESSES_BETWEEN = 30;
/** How long the standby receives nothing before the primary is lost. */
const LAG_MS = 400;
/** Statement timeout and grace, and a wait for a connection, twice: see M10.1. */
const LONGEST_ANSWER_MS = 50_000;

jest.setTimeout(600_000);

/** Told after the rehearsal; Jest shows `console.log` with a stack trace. */
const report = (line: string) => process.stderr.write(`${line}\n`);

describe(`Loss of the primary, ${IS_SYNCHRONOUS ? 'with' : 'without'} synchronous replication`, () => {
  let postgres: ReplicatedPostgres;
  let platform: PlatformFixture;
  let others: ExtraProcess[] = [];
  let sites: Site[];
  let sql: Sql;
  let load: FailoverLoad;
  const recoveries: number[] = [];
  const losses: string[] = [];

  beforeAll(async () => {
    postgres = await ReplicatedPostgres.start(IS_SYNCHRONOUS);
    platform = await startPlatform({
      env: { DATABASE_URL: postgres.url, TRUST_PROXY: 'true', LOG_LEVEL: 'warn' },
    });
    const [main, worker, gateway] = await Promise.all([
      createSiblingEnvironment(platform, 'main'),
      createSiblingEnvironment(platform, 'worker'),
      createSiblingEnvironment(platform, 'gateway'),
    ]);
    others = await Promise.all([
      ExtraProcess.start('main', main),
      ExtraProcess.start('worker', worker),
      ExtraProcess.start('gateway', gateway),
    ]);
    sites = [new Site(platform.apiUrl), new Site(`http://localhost:${main.PORT}`, platform.apiUrl)];
    sql = sqlAt(postgres.url);
    const { token } = await sites[0]!.getData<{ token: string }>('POST', 'auth/admin/login', {
      body: platform.admin,
    });
    const gateways = [platform.gatewayHttpPort, Number(gateway.GATEWAY_HTTP_PORT)];
    load = await FailoverLoad.create({ sites, gateways, adminToken: token }, SHOPPERS);
  });
  afterAll(async () => {
    const total = losses.length;
    report(`Rounds ${recoveries.length}, recovery ms ${recoveries.join(' ')}, losses ${total}`);
    await load?.stop();
    await Promise.all(others.map((other) => other.stop()));
    await platform?.stop();
    await postgres?.stop();
  });

  const drain = async () => {
    await backdatePendingWork(sql);
    await waitUntilDrained(sql, 120_000);
  };

  const findAllMissing = async () =>
    (await Promise.all(load.shoppers.map((shopper) => findMissing(sql, shopper)))).flat();

  it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
    `round %i of ${ROUNDS}: work goes on at the promoted standby`,
    async (round) => {
      await postgres.addStandby();
      load.start();
      await load.waitForSuccesses(SUCCESSES_BETWEEN);

      const before = load.successes;
      postgres.holdReplication();
      if (IS_SYNCHRONOUS) await delay(LAG_MS);
      else await poll(() => load.successes >= before + 3, 30_000);
      postgres.killPrimary();
      const killedAt = Date.now();
      await postgres.promoteStandby();
      const promotedMs = Date.now() - killedAt;
      await load.waitForSuccesses(1);
      recoveries.push(Date.now() - killedAt);
      report(
        `Round ${round}: promoted after ${promotedMs} ms, first success ${recoveries.at(-1)} ms`,
      );

      await load.waitForSuccesses(SUCCESSES_BETWEEN);
      await load.stop();
      if (!IS_SYNCHRONOUS) {
        losses.push(...(await findAllMissing()));
        losses.forEach((line) => report(`  ${line}`));
        expect(losses).not.toEqual([]);
        return;
      }
      await drain();
      for (const shopper of load.shoppers) await shopper.downloadEverywhere();
      const found = await findLosses(sql, load.shoppers);
      losses.push(...found);
      found.forEach((line) => report(`  ${line}`));
      expect(found).toEqual([]);

      await drain();
      const { status, output } = await ledgerCheck(postgres.url);
      expect(output).toMatch(/^(\d+) of \1 invariants hold$/m);
      expect(status).toBe(0);
    },
  );

  const itWhenSynchronous = IS_SYNCHRONOUS ? it : it.skip;

  itWhenSynchronous(
    'without its standby: money waits, is refused with 503 and not lost',
    async () => {
      await postgres.addStandby();
      const ada = await Customer.signUp(sites[0]!, '10.9.1.1');
      await ada.topUp(20_000);
      const price = 20_000 - (await ada.buy().then(() => ada.balance()));
      postgres.killStandby();
      const keys = Array.from({ length: 4 }, () => unique('alone'));
      const startedAt = Date.now();
      const answers = await Promise.all(
        keys.map((key, index) => ada.at(sites[index % 2]!).tryToBuy({}, key)),
      );
      expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 503));
      expect(Date.now() - startedAt).toBeLessThan(LONGEST_ANSWER_MS);
      await postgres.restartStandby();
      // As many as the balance can pay for, of whichever keys.
      const repeat = (key: string) =>
        poll(async () => {
          const answer = await ada.tryToBuy({}, key).catch(() => undefined);
          return answer && answer.status < 500 ? answer : undefined;
        }, 60_000);
      const repeated = await Promise.all(keys.map(repeat));
      const bought = repeated.filter((answer) => answer?.status === 201).length;
      expect(bought).toBe(Math.floor((20_000 - price) / price));
      await drain();
      expect(await ada.balance()).toBe(20_000 - price * (bought + 1));
      expect((await ledgerCheck(postgres.url)).status).toBe(0);
    },
  );
});
