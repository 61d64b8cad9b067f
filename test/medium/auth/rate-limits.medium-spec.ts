import { spawn, type ChildProcess } from 'node:child_process';
import { Redis } from 'ioredis';
import { RedisThrottlerStorage } from '../../../src/auth/rate-limits/redis-throttler.storage';
import { HOUR, MINUTE, SECOND } from '../../../src/common/time/clock';
import { poll } from '../../../src/embedded/poll';
import { freePort } from '../../support/ports';
import { describeWithRedis } from '../../support/describe-with-redis';
import { freezeTime } from '../../support/freeze-time';
import { redisServerPath } from '../../support/redis-path';
import {
  newAddress,
  newEmail,
  createAuthTestApp,
  PASSWORD,
  type AuthTestApp,
} from './auth-test-app';

describe('Rate limits', () => {
  let app: AuthTestApp;
  beforeAll(async () => {
    app = await createAuthTestApp();
  });
  beforeEach(freezeTime);
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const login = (email: string, password: string, ip: string) =>
    app.call('POST', '/auth/login', { body: { email, password }, ip });

  it('should allow 40 logins per minute from one IP address, for one or many users', async () => {
    const ip = newAddress();
    const { email } = await app.signUp();
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(email, PASSWORD, ip)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(40).fill(200));
  });

  it('should refuse an IP address after too many links, in the standard error format', async () => {
    const ip = newAddress();
    const tryLink = (from: string) => app.call('GET', '/auth/verify-email/1/forged', { ip: from });
    const answers = await Promise.all(Array.from({ length: 61 }, () => tryLink(ip)));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]!.body).toEqual({
      success: false,
      code: 'TOO_MANY_REQUESTS',
      message: expect.any(String),
      request_id: expect.any(String),
    });
    const wait = Number(refused[0]!.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await tryLink(newAddress())).status).toBe(422);
  });

  it('should audit made-up emails once a minute and network, and every wrong password of an account', async () => {
    const network = newAddress().replace(/\d+$/, '');
    const { id, email } = await app.signUp();
    const madeUp = (host: number) => login(newEmail(), 'wrong-wrong', `${network}${host}`);
    await Promise.all([1, 2, 3, 4, 5].map(madeUp));
    for (const host of [6, 7]) await login(email, 'wrong-wrong', `${network}${host}`);
    app.clock.advance(MINUTE);
    await madeUp(8);
    await login(newEmail(), 'wrong-wrong', newAddress());
    const rows = await app.sql<{ target: string; details: string }>(
      `SELECT target, details FROM audit_log
       WHERE action = 'auth.sign_in_failed' ORDER BY id`,
    );
    const of = (target: string) => rows.filter((row) => row.target === target);
    expect(of('user:unknown').slice(-3)).toEqual([
      { target: 'user:unknown', details: 'Unknown email' },
      { target: 'user:unknown', details: 'Unknown email, after 4 more like it' },
      { target: 'user:unknown', details: 'Unknown email' },
    ]);
    expect(of(`user:${id}`)).toHaveLength(2);
  });

  it('should audit the right password of a customer at the staff sign-in once a minute', async () => {
    const { id, email } = await app.signUp();
    const attempt = () =>
      app.call('POST', '/auth/admin/login', {
        body: { email, password: PASSWORD },
        ip: newAddress(),
      });
    for (let round = 0; round < 3; round += 1) expect((await attempt()).status).toBe(403);
    app.clock.advance(MINUTE);
    await attempt();
    const details = 'Right password of a customer at the staff sign-in';
    expect(
      await app.sql(
        `SELECT details FROM audit_log WHERE action = 'auth.sign_in_failed' AND actor_id = $1 ORDER BY id`,
        [id],
      ),
    ).toEqual([{ details }, { details: `${details}, after 2 more like it` }]);
  });

  it('should delay attempts on one account with backoff, also the right password', async () => {
    const { email } = await app.signUp();
    const ip = newAddress();
    for (let guess = 0; guess < 5; guess += 1)
      expect((await login(email, `guess-${guess}`, ip)).status).toBe(401);
    const blocked = await login(email, PASSWORD, ip);
    expect(blocked).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(15);
    app.clock.advance(16 * SECOND);
    expect((await login(email, 'guess-6', ip)).status).toBe(401);
    expect(Number((await login(email, PASSWORD, ip)).headers['retry-after'])).toBeGreaterThan(15);
    app.clock.advance(31 * SECOND);
    expect((await login(email, PASSWORD, ip)).status).toBe(200);
    expect((await login(email, 'guess-7', ip)).status).toBe(401);
    expect((await login(email, PASSWORD, ip)).status).toBe(200);
  });

  it('should count addresses of one network together and other networks separately', async () => {
    const { email } = await app.signUp();
    for (let host = 1; host <= 5; host += 1) await login(email, 'guess', `203.0.113.${host}`);
    expect((await login(email, PASSWORD, '203.0.113.99')).status).toBe(429);
    for (let host = 1; host <= 5; host += 1) await login(email, 'guess', `2001:db8:1:2::${host}`);
    expect((await login(email, PASSWORD, '2001:db8:1:2:aaaa::1')).status).toBe(429);
    expect((await login(email, PASSWORD, newAddress())).status).toBe(200);
  });

  it('should rate-limit an unknown email address like a known one', async () => {
    const [email, ip] = [newEmail(), newAddress()];
    for (let guess = 0; guess < 5; guess += 1) await login(email, 'guess', ip);
    expect((await login(email, 'guess', ip)).status).toBe(429);
  });

  it('should enforce the limit on concurrent attempts', async () => {
    const { email } = await app.signUp();
    const ip = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, guess) => login(email, `guess-${guess}`, ip)),
    );
    const tried = answers.filter((answer) => answer.status === 401);
    expect(tried).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(55);
  });

  it('should stop distributed guessing without locking the owner out', async () => {
    const home = newAddress();
    const { email } = await app.signUp({ ip: home });
    for (let guess = 0; guess < 50; guess += 1)
      expect((await login(email, 'guess', newAddress())).status).toBe(401);
    expect((await login(email, PASSWORD, newAddress())).status).toBe(429);
    expect((await login(email, PASSWORD, home)).status).toBe(200);
    app.clock.advance(HOUR);
    expect((await login(email, PASSWORD, newAddress())).status).toBe(200);
  });

  it('should let a known device in while others of its own network guess', async () => {
    const home = newAddress();
    const { email } = await app.signUp({ ip: home });
    const signedIn = await login(email, PASSWORD, home);
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
    for (let guess = 0; guess < 5; guess += 1) await login(email, `guess-${guess}`, home);
    const from = (headers: Record<string, string>, password = PASSWORD) =>
      app.call('POST', '/auth/login', { body: { email, password }, ip: home, headers });
    expect((await from({})).status).toBe(429);
    expect((await from({ cookie: `${cookie.slice(0, -2)}AA` })).status).toBe(429);
    const stranger = await app.signUp({ ip: home });
    const foreign = await login(stranger.email, PASSWORD, home);
    expect((await from({ cookie: String(foreign.headers['set-cookie']) })).status).toBe(429);
    expect((await from({ cookie })).status).toBe(200);
    for (let guess = 0; guess < 5; guess += 1)
      expect((await from({ cookie }, `guess-${guess}`)).status).toBe(401);
    expect((await from({ cookie })).status).toBe(429);
  });

  it('should mark a device with a cookie that scripts cannot read', async () => {
    const { email } = await app.signUp();
    const { headers } = await login(email, PASSWORD, newAddress());
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-device-[\w-]{16}=[\w-]{22}\.[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(String(headers['set-cookie'])).not.toContain(email.split('@')[0]);
  });

  it('should allow a user 600 calls per minute over all addresses', async () => {
    const [{ token }, other] = [await app.signUp(), await app.signUp()];
    const burst = async (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          app.call('GET', '/profile', { token, ip: newAddress() }),
        ),
      );
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1)
      statuses.push(...(await burst(100)).map((answer) => answer.status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    const [refused] = await burst(1);
    expect(refused!.status).toBe(429);
    expect(Number(refused!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await app.call('GET', '/profile', { token: other.token })).status).toBe(200);
  });
});

describeWithRedis('Throttling counters in Redis', () => {
  let redis: ChildProcess;
  let port: number;
  const storages: RedisThrottlerStorage[] = [];
  const open = () => {
    const storage = new RedisThrottlerStorage(`redis://127.0.0.1:${port}`);
    storages.push(storage);
    return storage;
  };
  const start = async () => {
    const args = [
      '--port',
      String(port),
      '--save',
      '',
      '--appendonly',
      'no',
      '--bind',
      '127.0.0.1',
    ];
    redis = spawn(redisServerPath()!, args, { stdio: 'ignore' });
    const probe = new Redis(port, '127.0.0.1', {
      retryStrategy: () => 50,
      maxRetriesPerRequest: null,
    });
    probe.on('error', () => undefined);
    await probe.ping();
    probe.disconnect();
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      redis.once('exit', () => resolve());
      redis.kill('SIGKILL');
    });

  beforeAll(async () => {
    port = await freePort();
    await start();
  });
  afterAll(async () => {
    for (const storage of storages) storage.onApplicationShutdown();
    await stop();
  });

  it('should hold across processes and block for the given time', async () => {
    const [one, two] = [open(), open()];
    const hit = (storage: RedisThrottlerStorage, key: string, block: number) =>
      storage.increment(key, MINUTE, 10, block, 'test');
    const records = await Promise.all(
      Array.from({ length: 12 }, (_, i) => hit(i % 2 ? one : two, 'long', HOUR)),
    );
    expect(records.filter((record) => record.isBlocked)).toHaveLength(2);
    expect(Math.max(...records.map((record) => record.totalHits))).toBe(12);
    const blocked = await hit(one, 'long', HOUR);
    expect(blocked).toMatchObject({ isBlocked: true, totalHits: 13 });
    expect(blocked.timeToBlockExpire).toBeGreaterThan(59 * 60);
    expect(blocked.timeToBlockExpire).toBeLessThanOrEqual(60 * 60);

    const brief = await Promise.all(Array.from({ length: 11 }, () => hit(one, 'brief', 400)));
    expect(brief.at(-1)).toMatchObject({ isBlocked: true, timeToBlockExpire: 1 });
    const free = await poll(async () => {
      const record = await hit(two, 'brief', 400);
      return !record.isBlocked && record;
    }, 20 * SECOND);
    expect(free).toMatchObject({ isBlocked: false, totalHits: 1 });
  });

  it('should be shared again after Redis did not answer for a moment', async () => {
    const [one, two] = [open(), open()];
    const hits = async (storage: RedisThrottlerStorage) =>
      (await storage.increment('still', MINUTE, 1_000_000, MINUTE, 'test')).totalHits;
    expect([await hits(one), await hits(two)]).toEqual([1, 2]);
    redis.kill('SIGSTOP');
    expect(await hits(one)).toBe(1);
    redis.kill('SIGCONT');
    const isShared = async () => (await hits(two)) + 1 === (await hits(one));
    expect(await poll(isShared, 20 * SECOND)).toBe(true);
  });

  it('should fall back to memory while Redis is down and return to Redis afterwards', async () => {
    const storage = open();
    const hit = () => storage.increment('away', MINUTE, 3, MINUTE, 'test');
    expect((await hit()).totalHits).toBe(1);
    await stop();
    const local = [];
    for (let i = 0; i < 4; i += 1) local.push(await hit());
    expect(local.at(-1)!.isBlocked).toBe(true);
    await start();
    expect(await poll(async () => !(await hit()).isBlocked, 20 * SECOND)).toBe(true);
  });
});
