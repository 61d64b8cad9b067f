import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrashPoint } from '../../../src/common/crash-point';
import { freePorts } from '../ports';
import { startTestPostgres, type TestPostgres } from '../postgres';
import { ADMIN, copyPreparedData } from '../prepared-data';
import { Customer, unique, type Topup } from './customer';
import {
  backdatePendingWork,
  expireJobLocks,
  ledgerCheck,
  sqlAt,
  waitUntilDrained,
  type Sql,
} from './database';
import { ExtraProcess } from './extra-process';
import { Site } from './site';

interface ArmedApi {
  process: ExtraProcess;
  site: Site;
}

/**
 * A database with one healthy API, next to processes that crash at a named point.
 * No worker runs until the drain, so that no recovery happens before the crash.
 */
export class CrashLab {
  readonly sql: Sql;
  readonly site: Site;
  private readonly armed = new Map<CrashPoint, Promise<ArmedApi>>();
  private secondAdmin: Promise<string> | undefined;

  private constructor(
    private readonly postgres: TestPostgres,
    private readonly env: NodeJS.ProcessEnv,
    private readonly api: ExtraProcess,
  ) {
    this.sql = sqlAt(env.DATABASE_URL ?? '');
    this.site = new Site(env.APP_URL ?? '');
  }

  static async open(): Promise<CrashLab> {
    let appKey = '';
    const postgres = await startTestPostgres(async (dataDir) => {
      await copyPreparedData(dataDir);
      appKey = await readFile(join(dataDir, 'app.key'), 'utf8');
    });
    try {
      const [port] = await freePorts(1);
      const env: NodeJS.ProcessEnv = {
        PATH: process.env.PATH,
        SANDBOX: 'true',
        LOG_LEVEL: 'warn',
        PORT: String(port),
        APP_URL: `http://localhost:${port}`,
        APP_KEY: appKey.trim(),
        DATABASE_URL: postgres.server.url('nairaproxy'),
      };
      return new CrashLab(postgres, env, await ExtraProcess.start('main', env));
    } catch (error) {
      await postgres.dispose();
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const armed of this.armed.values())
      await armed.then(({ process }) => process.stop('SIGKILL'));
    await this.api.stop();
    await this.postgres.dispose();
  }

  /** Starts the API of the next `crashApi` at `point` in advance. */
  armApi(point: CrashPoint): void {
    const api = this.startArmedApi(point);
    // `crashApi` reports the error.
    api.catch(() => undefined);
    this.armed.set(point, api);
  }

  /** Runs `action` against an API that crashes at `point`. @throws Error when it does not crash. */
  async crashApi(point: CrashPoint, action: (site: Site) => Promise<unknown>): Promise<void> {
    const armed = this.armed.get(point) ?? this.startArmedApi(point);
    this.armed.delete(point);
    const { process, site } = await armed;
    // The caller gets no response, or a response just before the crash.
    const result = action(site).then(
      () => undefined,
      (error: unknown) => error,
    );
    await this.expectCrash(process, point, result);
  }

  private async startArmedApi(point: CrashPoint): Promise<ArmedApi> {
    const [port] = await freePorts(1);
    const env = { ...this.env, PORT: String(port), CRASH_AT: point };
    return {
      process: await ExtraProcess.start('main', env),
      site: new Site(`http://localhost:${port}`, this.site.origin),
    };
  }

  /** Starts a worker that crashes at `point` while processing the queues. @throws Error when it does not crash. */
  async crashWorker(point: CrashPoint): Promise<void> {
    const worker = ExtraProcess.launch('worker', { ...this.env, CRASH_AT: point });
    await this.expectCrash(worker, point, Promise.resolve());
  }

  /** Runs a healthy worker until no work is pending. */
  async drain(withinMs = 90_000): Promise<void> {
    await backdatePendingWork(this.sql);
    await expireJobLocks(this.sql);
    const worker = await ExtraProcess.start('worker', this.env);
    try {
      await waitUntilDrained(this.sql, withinMs);
    } finally {
      await worker.stop();
    }
  }

  ledgerCheck() {
    return ledgerCheck(this.env.DATABASE_URL ?? '');
  }

  /** A customer with the given balance in naira. */
  async customer(naira = 0): Promise<Customer> {
    const customer = await Customer.signUp(this.site);
    if (naira) await customer.topUp(naira);
    return customer;
  }

  /** A paid top-up without a webhook. */
  async payWithoutWebhook(customer: Customer, naira: number, coupon?: string): Promise<Topup> {
    const topup = await customer.startTopup(naira, undefined, coupon);
    await this.suppressWebhook(topup.reference);
    await customer.pay(topup);
    return topup;
  }

  /** A payment that brought in another amount and needs a decision. @returns its id. */
  async payInReview(customer: Customer, asked: number, paid: number): Promise<number> {
    const { reference } = await this.payWithoutWebhook(customer, asked);
    const fault = { route: 'find', reference, times: 1, data: { amount_paid: `${paid}.00` } };
    await this.site.injectFault(fault);
    await customer.verify(reference);
    const [payment] = await this.sql<{ id: number; status: string }>(
      'SELECT id, status FROM payment WHERE reference = $1',
      [reference],
    );
    if (payment?.status !== 'review') throw new Error(`${reference} is ${payment?.status}`);
    return payment.id;
  }

  /** Signs in the admin of the seed, or a second one who may approve. @returns a token. */
  async signInAdmin(isSecond = false): Promise<string> {
    if (!isSecond) return this.signInStaff(ADMIN.email);
    this.secondAdmin ??= this.addAdmin();
    return this.signInStaff(await this.secondAdmin);
  }

  private async addAdmin(): Promise<string> {
    const email = `${unique('ngozi')}@example.com`;
    await this.site.getData('POST', 'admin/users', {
      token: await this.signInAdmin(),
      body: { name: 'Ngozi Eze', email, password: ADMIN.password, role: 'admin' },
    });
    await this.sql('UPDATE users SET first_password_expires_at = NULL WHERE email = $1', [email]);
    await this.sql(`UPDATE admin_term SET started_at = now() - interval '25 hours'`);
    return email;
  }

  private async signInStaff(email: string): Promise<string> {
    const body = { email, password: ADMIN.password };
    return (await this.site.getData<{ token: string }>('POST', 'auth/admin/login', { body })).token;
  }

  suppressWebhook(reference: string): Promise<void> {
    return this.site.injectFault({ route: 'webhook', reference, copies: 0 });
  }

  /** Sends a webhook signed like the Korapay simulator's. */
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

  private async expectCrash(
    process: ExtraProcess,
    point: CrashPoint,
    result: Promise<unknown>,
  ): Promise<void> {
    try {
      const exit = await process.waitUntilEnded(90_000);
      if (exit !== 'SIGKILL') throw new Error(`It exited with ${exit}`);
    } catch (error) {
      await process.stop('SIGKILL');
      throw new Error(`No crash at ${point}, the action ended with ${String(await result)}`, {
        cause: error,
      });
    }
    await result;
  }
}
