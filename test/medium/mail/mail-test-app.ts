import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import PostalMime, { type Email } from 'postal-mime';
import { MailDispatcherService } from '../../../src/mail/outbox/mail-dispatcher.service';
import { MailJobsModule } from '../../../src/mail/mail-jobs.module';
import { MailService } from '../../../src/mail/mail.service';
import { SettingsService } from '../../../src/settings/settings.service';
import type { PlatformSettings } from '../../../src/settings/settings.types';
import { createTestModule, type TestModule } from '../../support/testing-module';

export interface Received {
  from: string;
  to: string[];
  user: string | undefined;
  raw: string;
  parsed: Email;
}

export interface MailServer {
  port: number;
  received: Received[];
  /** Reply to RCPT TO; null accepts the recipient. */
  refuseWith: { code: number; text: string } | null;
  close(): Promise<void>;
}

/** SMTP server that records received mails. */
export async function startMailServer(login?: { user: string; pass: string }): Promise<MailServer> {
  const state: MailServer = {
    port: 0,
    received: [],
    refuseWith: null,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    authOptional: !login,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(Object.assign(new Error('Wrong login'), { responseCode: 535 })),
    onRcptTo: (_address, _session, done) =>
      done(
        state.refuseWith
          ? Object.assign(new Error(state.refuseWith.text), { responseCode: state.refuseWith.code })
          : null,
      ),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        void PostalMime.parse(raw).then((parsed) => {
          state.received.push({
            from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
            to: session.envelope.rcptTo.map(({ address }) => address),
            user: session.user,
            raw: raw.toString(),
            parsed,
          });
          done();
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.port = (server.server.address() as AddressInfo).port;
  return state;
}

type MailSettings = Pick<
  PlatformSettings,
  'siteName' | 'smtpHost' | 'smtpPort' | 'smtpUsername' | 'smtpPassword'
>;

export interface MailTestApp extends TestModule {
  /** Those of the next mail. */
  settings: { values: MailSettings };
  mail: MailService;
  dispatcher: MailDispatcherService;
  /** Enqueues a mail. @returns its id. */
  enqueue(to: string, overrides?: { subject?: string }): Promise<number>;
  row(id: number): Promise<Record<string, unknown>>;
  /** Makes every waiting mail due now. */
  makeDue(): Promise<void>;
}

export async function openMailTestApp(env: Record<string, string> = {}): Promise<MailTestApp> {
  const values: MailSettings = {
    siteName: 'NairaProxy',
    smtpHost: null,
    smtpPort: 25,
    smtpUsername: null,
    smtpPassword: null,
  };
  const settings = { values };
  const testModule = await createTestModule([MailJobsModule], { env });
  Object.assign(testModule.module.get(SettingsService, { strict: false }), {
    current: () => Promise.resolve(settings.values),
  });
  const mail = testModule.module.get(MailService);
  return {
    ...testModule,
    settings,
    mail,
    dispatcher: testModule.module.get(MailDispatcherService),
    async enqueue(to, { subject = 'Hello' } = {}) {
      await testModule.uow.run(() =>
        mail.enqueue({ to, subject, text: 'Plain words', html: '<p>Rich words</p>' }),
      );
      const [row] = await testModule.sql<{ id: number }>('SELECT max(id) AS id FROM mail_message');
      return row!.id;
    },
    row: async (id) => (await testModule.sql('SELECT * FROM mail_message WHERE id = $1', [id]))[0]!,
    makeDue: async () => {
      await testModule.sql(
        `UPDATE mail_message SET next_attempt_at = now() WHERE status = 'queued'`,
      );
    },
  };
}
