import { Test, type TestingModule } from '@nestjs/testing';
import { SessionsService } from '../../../src/auth/sessions/sessions.service';
import { CommonModule } from '../../../src/common/common.module';
import { Money } from '../../../src/common/money/money';
import type { Role } from '../../../src/common/security/actor';
import { ConfigModule } from '../../../src/config/config.module';
import { DatabaseModule } from '../../../src/database/database.module';
import { MailService } from '../../../src/mail/mail.service';
import { NotificationsJobsModule } from '../../../src/notifications/notifications-jobs.module';
import { NotificationsService } from '../../../src/notifications/notifications.service';
import { QueueModule } from '../../../src/queue/queue.module';
import { UsersService } from '../../../src/users/users.service';
import { WalletService } from '../../../src/wallet/wallet.service';
import { createTestModule, type TestModule } from '../../support/testing-module';

export interface Person {
  id: number;
  email: string;
}

export interface InboxRow {
  kind: string;
  title: string;
  text: string;
  link: string;
}

export interface NotificationsTestApp extends TestModule {
  notices: NotificationsService;
  /** Runs the rules repeatedly in several workers at once, each with its own connection pool. */
  race(): Promise<void>;
  person(role?: Role): Promise<Person>;
  /** Notifications sent to the user, oldest first, without receipts of top-ups. */
  mailsTo(person: Person): Promise<{ subject: string; text: string }[]>;
  subjectsTo(person: Person): Promise<string[]>;
  /** The person's inbox, likewise. */
  inboxOf(person: Person): Promise<InboxRow[]>;
  topUp(person: Person, naira: number): Promise<void>;
  buy(person: Person, naira: number): Promise<void>;
  /** Inserts sold proxies; times are intervals from now. @returns their ids. */
  proxies(
    person: Person,
    over?: { count?: number; ends?: string; limitBytes?: number; status?: string },
  ): Promise<number[]>;
  signIn(person: Person, ip: string, userAgent: string): Promise<void>;
  prefer(person: Person, over: Record<string, boolean | number>): Promise<void>;
}

export async function createNotificationsTestApp(): Promise<NotificationsTestApp> {
  const testModule = await createTestModule([NotificationsJobsModule]);
  const { module, sql, uow } = testModule;
  const wallet = module.get(WalletService, { strict: false });
  const workers: TestingModule[] = [];
  let serial = 0;

  const notices = module.get(NotificationsService);
  const anotherWorker = async (): Promise<NotificationsService> => {
    const worker = await Test.createTestingModule({
      imports: [
        ...[ConfigModule, CommonModule, DatabaseModule.forProcess('api'), QueueModule],
        NotificationsJobsModule,
      ],
    }).compile();
    await worker.init();
    workers.push(worker);
    return worker.get(NotificationsService);
  };
  const mailsTo: NotificationsTestApp['mailsTo'] = async ({ email }) => {
    const mails = await module.get(MailService, { strict: false }).inbox({ to: email });
    return mails
      .reverse()
      .filter(({ subject }) => !subject.startsWith('Receipt'))
      .map(({ subject, text }) => ({ subject, text }));
  };

  return {
    ...testModule,
    notices,
    async race() {
      const several: NotificationsService[] = [notices];
      for (let more = 0; more < 2; more += 1) several.push(await anotherWorker());
      await Promise.all([...several, ...several].map((worker) => worker.sendDue()));
      await notices.sendDue();
    },
    async person(role = 'user') {
      const email = `reader-${(serial += 1)}@example.com`;
      const [row] = await sql<{ id: number }>(
        `INSERT INTO users (name, email, role, email_verified_at) VALUES ('Ada Obi', $1, $2, now())
         RETURNING id`,
        [email, role],
      );
      return { id: row!.id, email };
    },
    mailsTo,
    subjectsTo: async (person) => (await mailsTo(person)).map(({ subject }) => subject),
    inboxOf: ({ id }) =>
      sql<InboxRow>(
        `SELECT kind, title, text, link FROM inbox_message WHERE user_id = $1 AND kind <> 'top_up' ORDER BY id`,
        [id],
      ),
    async topUp({ id }, naira) {
      const reference = `TOPUP-${(serial += 1)}`;
      await uow.run(() =>
        wallet.credit(
          {
            userId: id,
            reference,
            type: 'credit',
            purpose: 'topup',
            amount: Money.naira(naira),
            description: 'Wallet top-up',
          },
          { idempotencyKey: reference, kind: 'topup', against: 'korapay_clearing' },
        ),
      );
    },
    async buy({ id }, naira) {
      const reference = `BUY-${(serial += 1)}`;
      await uow.run(() =>
        wallet.charge(
          {
            userId: id,
            reference,
            type: 'debit',
            purpose: 'purchase',
            amount: Money.naira(naira),
            description: 'Residential proxy, 1 GB, Nigeria',
          },
          { idempotencyKey: reference, kind: 'purchase', against: 'revenue' },
        ),
      );
    },
    async proxies({ id }, { count = 1, ends = '30 days', limitBytes, status = 'active' } = {}) {
      const reference = `BUY-${(serial += 1)}`;
      const rows = await sql<{ id: number }>(
        `WITH posted AS (
           INSERT INTO ledger_transaction (idempotency_key, kind, reference)
           VALUES ($2, 'purchase', $2) RETURNING id
         ), line AS (
           INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo,
             description, ledger_transaction_id, created_at)
           SELECT $1, $2, 'debit', 'purchase', 'successful', 100, 'Proxies', posted.id,
                  now() - interval '2 hours' FROM posted RETURNING id
         ), bought AS (
           INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, request,
             transaction_id, status)
           SELECT $1, $2, 'residential_ipv4', $3, 100, '{}', line.id, 'delivered' FROM line
           RETURNING id
         )
         INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, status, protocol, host, port,
           port_socks5, username, password_digest, password_encrypted, country, session_id, limit_bytes,
           price_kobo, expires_at)
         SELECT gen_random_uuid(), $1, bought.id, gen_random_uuid()::text,
                'residential_ipv4', $6, 'http', 'localhost', 1, 2, 'np' || bought.id || 'x' || unit, '',
                'encrypted', 'ng', 'main', $5, 100, now() + $4::interval
         FROM bought, generate_series(1, $3::int) AS unit RETURNING id`,
        [id, reference, count, ends, limitBytes ?? null, status],
      );
      return rows.map((row) => row.id).sort((a, b) => a - b);
    },
    async signIn({ id }, ip, userAgent) {
      const user = await module.get(UsersService, { strict: false }).findById(id);
      const sessions = module.get(SessionsService, { strict: false });
      await uow.run(() => sessions.open(user!, { ip, userAgent }));
    },
    async prefer({ id }, over) {
      const all = {
        low_balance: true,
        low_balance_kobo: 100_000,
        expiry: true,
        traffic: true,
        security: true,
        weekly_summary: false,
        ...over,
      };
      await sql(
        `INSERT INTO notification_preference
           (user_id, low_balance, low_balance_kobo, expiry, traffic, security, weekly_summary)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          id,
          all.low_balance,
          all.low_balance_kobo,
          all.expiry,
          all.traffic,
          all.security,
          all.weekly_summary,
        ],
      );
    },
    async close() {
      for (const worker of workers) await worker.close();
      await testModule.close();
    },
  };
}
