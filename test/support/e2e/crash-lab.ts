import { createHmac } from 'node:crypto';
import type { CrashPoint } from '../../../src/common/crash-point';
import { freePorts } from '../ports';
import { startTestPostgres, type TestPostgres } from '../postgres';
import { inRepo } from '../repo';
import { runNode } from '../run-node';
import { Customer, type Topup } from './customer';
import { drained, ledgerCheck, passTime, sqlAt, type Sql } from './database';
import { ExtraProcess } from './extra-process';
import { Site } from './site';

/**
 * A database with one healthy API, beside which processes are started that die at a named moment.
 * There is no worker until the end, so that nobody tidies up before the deed is done.
 */
export class CrashLab {
  readonly sql: Sql;
  readonly site: Site;

  private constructor(
    private readonly postgres: TestPostgres,
    private readonly env: NodeJS.ProcessEnv,
    private readonly api: ExtraProcess,
  ) {
    this.sql = sqlAt(env.DATABASE_URL ?? '');
    this.site = new Site(env.APP_URL ?? '');
  }

  static async open(): Promise<CrashLab> {
    const postgres = await startTestPostgres();
    try {
      const [port] = await freePorts(1);
      const env: NodeJS.ProcessEnv = {
        PATH: process.env.PATH,
        SANDBOX: 'true',
        LOG_LEVEL: 'warn',
        PORT: String(port),
        APP_URL: `http://localhost:${port}`,
        APP_KEY: 'a key for nothing but this laboratory',
        ADMIN_PASSWORD: 'Correct-horse-7-staple',
        DATABASE_URL: postgres.server.url('postgres'),
      };
      for (const command of ['migrate', 'seed']) {
        const { status, output } = await runNode([inRepo('dist', 'cli.js'), command], { env });
        if (status !== 0) throw new Error(output);
      }
      return new CrashLab(postgres, env, await ExtraProcess.start('main', env));
    } catch (error) {
      await postgres.dispose();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.api.stop();
    await this.postgres.dispose();
  }

  /** Has an API that dies at a point handle what `deed` asks of it. @throws Error when it lives. */
  async dieInApi(point: CrashPoint, deed: (doomed: Site) => Promise<unknown>): Promise<void> {
    const [port] = await freePorts(1);
    const api = await ExtraProcess.start('main', {
      ...this.env,
      PORT: String(port),
      CRASH_AT: point,
    });
    const site = new Site(`http://localhost:${port}`, this.site.origin);
    // Whoever asked gets no answer, or an answer just before the end.
    const asked = deed(site).then(
      () => undefined,
      (error: unknown) => error,
    );
    await this.expectDeath(api, point, asked);
  }

  /** Has a worker that dies at a point take what lies in the queues. @throws Error when it lives. */
  async dieInWorker(point: CrashPoint): Promise<void> {
    const worker = ExtraProcess.launch('worker', { ...this.env, CRASH_AT: point });
    await this.expectDeath(worker, point, Promise.resolve());
  }

  /** A worker that lives, until everything that was begun has its end. */
  async drain(withinMs = 90_000): Promise<void> {
    await passTime(this.sql);
    const worker = await ExtraProcess.start('worker', this.env);
    try {
      await drained(this.sql, withinMs);
    } finally {
      await worker.stop();
    }
  }

  ledgerCheck() {
    return ledgerCheck(this.env.DATABASE_URL ?? '');
  }

  /** A customer with so many naira. */
  async customer(naira = 0): Promise<Customer> {
    const customer = await Customer.join(this.site);
    if (naira) await customer.topUp(naira);
    return customer;
  }

  /** A top-up that was paid, and of which no notification is sent. */
  async paidInSilence(customer: Customer, naira: number): Promise<Topup> {
    const topup = await customer.startTopup(naira);
    await this.silence(topup.reference);
    await customer.pay(topup);
    return topup;
  }

  silence(reference: string): Promise<void> {
    return this.site.injectFault({ route: 'webhook', reference, copies: 0 });
  }

  /** A notification as the simulated Korapay signs it. */
  async notify(site: Site, reference: string): Promise<void> {
    const data = JSON.stringify({ reference, status: 'success', currency: 'NGN' });
    const response = await fetch(`${site.url}/api/v1/payments/webhook/korapay`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-korapay-signature': createHmac('sha256', 'sk_test_sandbox').update(data).digest('hex'),
      },
      body: `{"event":"charge.success","data":${data}}`,
    });
    await response.body?.cancel();
  }

  private async expectDeath(
    doomed: ExtraProcess,
    point: CrashPoint,
    asked: Promise<unknown>,
  ): Promise<void> {
    try {
      const how = await doomed.waitUntilEnded(90_000);
      if (how !== 'SIGKILL') throw new Error(`It ended with ${how}`);
    } catch (error) {
      await doomed.stop('SIGKILL');
      throw new Error(`Nobody died at ${point}; asking it ended with ${String(await asked)}`, {
        cause: error,
      });
    }
    await asked;
  }
}
