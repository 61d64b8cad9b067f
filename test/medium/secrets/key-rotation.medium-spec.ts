import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { AuditChainService } from '../../../src/audit/audit-chain.service';
import { generateTotpCode, toTimeStep } from '../../../src/auth/two-factor/totp';
import {
  ExitListService,
  EXIT_LIST_EXAMPLE,
  parseExitList,
} from '../../../src/catalog/exits/exit-list.service';
import { encrypt } from '../../../src/common/crypto/secrets';
import { SECOND } from '../../../src/common/time/clock';
import { KeyRing } from '../../../src/config/key-ring';
import { connectDataSource } from '../../support/data-source';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { CredentialSource } from '../../../src/gateway/auth/credential';
import { ExitSource } from '../../../src/gateway/exits/exit-source';
import { MailService } from '../../../src/mail/mail.service';
import { digestPassword } from '../../../src/proxies/credentials';
import { ENCRYPTED_COLUMNS, rotateSecrets } from '../../../src/commands/secrets.commands';
import { AuditService } from '../../../src/audit/audit.service';
import { OperatorError } from '../../../src/common/errors/operator-error';
import { SettingsService } from '../../../src/settings/settings.service';
import { decodeBase32 } from '../../support/base32';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { builtCli } from '../../support/built-server';
import { inRepo } from '../../support/repo';
import { runNode } from '../../support/run-node';
import {
  createHttpTestApp,
  PASSWORD,
  type Customer,
  type HttpTestApp,
} from '../proxies/http-test-app';

const OLD = 'the-key-that-somebody-copied-to-a-chat';
const NEW = 'the-key-that-nobody-has-seen-until-now';
const [oldKeys, newKeys, otherKeys] = [OLD, NEW, 'x'.repeat(40)].map(
  (text) => new KeyRing(text),
) as [KeyRing, KeyRing, KeyRing];
/** More than one batch, and not a multiple of the batch size. */
const MANY = 1203;

const ORDER = {
  proxy_type: 'residential_ipv4',
  country: 'NG',
  ttl_minutes: 10,
  protocol: 'http',
  traffic_limit_mb: '1',
};

const NETWORK = {
  ...{ name: 'Evomi', dialect: 'evomi', kind: 'residential', protocol: 'http', port: 1000 },
  ...{ host: 'rp.evomi.com', username: 'shop', password: 'Upstream-pass-1', countries: '*' },
  ...{ targeting: { region: false, city: false, isp: false }, weight: 1, enabled: true },
  ...{ cost_usd_per_gb: 1, bytes_per_gb: 1_000_000_000 },
};

const PROVIDER = {
  ...{ name: 'Proxy-Seller', kind: 'proxy_seller', api_key: 'Key-of-the-provider', enabled: true },
  ...{ buys_automatically: false, minimum_stock: {} },
};

const STOCK = { text: '203.0.113.1:8000:shop:pass-1\n203.0.113.2:8000:shop:pass-2', country: 'is' };

// Starts three processes.
jest.setTimeout(180_000);

describe('APP_KEY rotation', () => {
  let database: TestDatabase;
  let source: DataSource;
  let pool: Pool;
  let admin: Customer;
  let ada: Customer;
  let factor: Buffer;
  const folder = mkdtempSync(join(tmpdir(), 'old-key-'));
  let bought: Awaited<ReturnType<HttpTestApp['call']>>;
  let shared: Awaited<ReturnType<HttpTestApp['call']>>;

  const rotate = (from = oldKeys, to = newKeys) => {
    const uow = new UnitOfWork(source);
    return rotateSecrets(uow, new AuditService(uow), from, to);
  };
  const command = async (env: Record<string, string>, ...rest: string[]) =>
    runNode([await builtCli(), 'secrets:rotate', ...rest], {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env },
    });
  const everything = () => source.query('SELECT key, value FROM setting ORDER BY key');
  const once = (who: Customer) => ({ ...who.headers, 'idempotency-key': 'one-click' });
  const passwordIn = ({ body }: Awaited<ReturnType<HttpTestApp['call']>>) =>
    (body.data as unknown as { proxies: { password: string }[] }).proxies[0]!.password;
  const encryptedSetting = (key: KeyRing) =>
    source.query(`UPDATE setting SET value = to_jsonb($1::text) WHERE key = 'smtpPassword'`, [
      encrypt(key.key('secrets'), 'settings:smtpPassword', 'of the post office'),
    ]);

  async function fillShop(shop: HttpTestApp): Promise<void> {
    admin = await shop.signUp('admin');
    ada = await shop.signUp();
    await shop.fundWallet(ada, 100_000);
    bought = await shop.call('POST', '/proxies/buy', ORDER, once(ada));
    const { proxies } = bought.body.data as unknown as { proxies: { id: number }[] };
    const subUsers = `/user/proxies/${proxies[0]!.id}/sub-users`;
    shared = await shop.call('POST', subUsers, { name: 'tunde' }, ada.headers);
    const hook = { url: 'https://example.com/', events: ['order.delivered'] };
    const { body } = await shop.call('POST', '/user/webhooks', hook, ada.headers);
    await shop.call('POST', `/user/webhooks/${body.data.id}/secret`, undefined, ada.headers);
    await shop.call('POST', '/admin/supply/networks', NETWORK, admin.headers);
    await shop.call('POST', '/admin/supply/providers', PROVIDER, admin.headers);
    await shop.call('POST', '/admin/supply/stock/import', STOCK, admin.headers);
    for (const korapaySecretKey of ['sk_live_before', 'sk_live_now'])
      await shop.call(
        'PUT',
        '/admin/system/settings',
        { korapaySecretKey, smtpPassword: 'of the post office', siteName: 'v1.not.a.secret' },
        admin.headers,
      );
    const begun = await shop.call(
      'POST',
      '/admin/second-factor/begin',
      { password: PASSWORD },
      admin.headers,
    );
    factor = decodeBase32((begun.body.data as unknown as { secret: string }).secret);
    const code = generateTotpCode(factor, toTimeStep(new Date()));
    await shop.call('POST', '/admin/second-factor/confirm', { code }, admin.headers);
    await shop.nest.get(ExitListService).add(parseExitList(EXIT_LIST_EXAMPLE));
    await source.query(
      `INSERT INTO idempotency_record (user_id, key, fingerprint, status, body, locked_until)
       SELECT $1, 'key-' || n, '', 200, to_jsonb(body), now()
       FROM unnest($2::text[]) WITH ORDINALITY AS given (body, n)`,
      [
        ada.userId,
        Array.from({ length: MANY }, (_, index) =>
          encrypt(oldKeys.key('secrets'), `idempotency:${ada.userId}:key-${index + 1}`, '{}'),
        ),
      ],
    );
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await connectDataSource(database.url, 2);
    pool = new Pool({ connectionString: database.url, max: 1 });
    process.env.APP_KEY = OLD;
    const shop = await createHttpTestApp(database);
    await fillShop(shop);
    await shop.close();
  });
  afterAll(async () => {
    delete process.env.APP_KEY;
    rmSync(folder, { recursive: true });
    await pool.end();
    await source.destroy();
    await database.dispose();
  });

  it('should refuse an old key that decrypts nothing or equals the new one', async () => {
    const before = await everything();
    await expect(rotate(otherKeys)).rejects.toThrow(OperatorError);
    await expect(rotate(otherKeys)).rejects.toThrow(/The old key decrypts nothing: \d{4} secrets/);
    await expect(rotate(newKeys)).rejects.toThrow('The old key and APP_KEY are the same.');
    expect(await everything()).toEqual(before);
  });

  it('should name the variable to set when a key is missing', async () => {
    const missing = { status: 1, output: expect.stringMatching(/^Set APP_KEY to the new key/) };
    const [noOld, noNew, wrong] = await Promise.all([
      command({ APP_KEY: NEW }),
      command({ APP_KEY_OLD: OLD }),
      command({ APP_KEY: NEW, APP_KEY_OLD: 'x'.repeat(40) }),
    ]);
    expect([noOld, noNew]).toEqual([missing, missing]);
    expect(wrong).toEqual({ status: 1, output: expect.stringMatching(/^The old key decrypts/) });
  });

  it('should re-encrypt every column and report the counts', async () => {
    const [{ mails, contents }] = await source.query(
      'SELECT count(body)::int AS mails, count(content)::int AS contents FROM mail_message',
    );
    expect(mails).toBeGreaterThan(0);
    const file = join(folder, 'key');
    writeFileSync(file, `${OLD}\n`);
    const { status, output } = await command({ APP_KEY: NEW }, '--old-key-file', file);
    const counts = [...output.matchAll(/^ +(\d+) +(\d+) +(\d+) {3}(.+)$/gm)];
    expect(counts.map(([, ...columns]) => columns)).toEqual([
      ['3', '0', '0', 'settings'],
      ['1', '0', '0', 'upstreams of exits'],
      ['2', '0', '0', 'upstreams of units of stock'],
      ['1', '0', '0', 'passwords of networks'],
      ['1', '0', '0', 'API keys of providers'],
      ['1', '0', '0', 'passwords of proxies'],
      ['1', '0', '0', 'passwords of sub-users'],
      ['1', '0', '0', 'two-factor secrets'],
      [String(MANY + 1), '0', '0', 'kept answers'],
      ['1', '0', '0', 'webhook secrets'],
      ['1', '0', '0', 'previous webhook secrets'],
      [String(contents), '0', '0', 'contents of mails'],
      [String(mails), '0', '0', 'mails'],
    ]);
    expect(status).toBe(0);
    const [{ details }] = await source.query(
      `SELECT details FROM audit_log WHERE action = 'system.secrets_rotated'`,
    );
    const count = MANY + 14 + Number(mails) + Number(contents);
    expect(details).toBe(`Re-encrypted ${count} secrets with a new APP_KEY`);
    const chain = new AuditChainService(new UnitOfWork(source));
    await chain.extend();
    expect(await chain.verify()).toMatchObject({ intact: true });
  });

  it('should be idempotent and re-encrypt rows written by an old process in between', async () => {
    const untouched = await everything();
    for (const { rotated, unreadable } of await rotate())
      expect({ rotated, unreadable }).toEqual({ rotated: 0, unreadable: 0 });
    expect(await everything()).toEqual(untouched);
    await encryptedSetting(oldKeys);
    const counts = await rotate();
    expect(counts[0]).toMatchObject({ what: 'settings', rotated: 1, current: 2, unreadable: 0 });
  });

  it('should keep rows that neither key decrypts and list them', async () => {
    await encryptedSetting(otherKeys);
    await expect(rotate()).rejects.toThrow(/decrypts nothing: 1 secret /);
    await source.query(
      `UPDATE mail_message SET body = $1 WHERE id = (SELECT min(id) FROM mail_message)`,
      [encrypt(oldKeys.key('secrets'), 'mail:somebody-else@example.com', '{}')],
    );
    await encryptedSetting(oldKeys);
    const counts = await rotate();
    expect(counts[0]).toMatchObject({ rotated: 1, unreadable: 0 });
    expect(counts.at(-1)).toMatchObject({ what: 'mails', unreadable: 1, examples: ['1'] });
    await source.query('DELETE FROM mail_message WHERE id = 1');
  });

  it('should keep proxy credentials and exits working at the gateway', async () => {
    const password = passwordIn(bought);
    const [{ username }] = await source.query('SELECT username FROM proxy');
    const known = await new CredentialSource(pool).findByUsername(username);
    expect(known!.digest).toEqual(digestPassword(newKeys.key('proxy-credential'), password));
    const tunde = shared.body.data as unknown as { password: string };
    expect(known!.subUsers.get('tunde')?.digest).toEqual(
      digestPassword(newKeys.key('proxy-credential'), tunde.password),
    );
    const log = pino({ level: 'silent' });
    const exits = await new ExitSource(pool, newKeys.key('secrets'), log).findAll();
    expect(exits.filter(({ upstream }) => upstream)).toMatchObject([
      { upstream: { host: 'upstream.example.com' } },
    ]);
  });

  it('should end all sessions and keep data readable after the next login', async () => {
    process.env.APP_KEY = NEW;
    const shop = await createHttpTestApp(database);
    try {
      expect((await shop.call('GET', '/user/proxies', undefined, ada.headers)).status).toBe(401);
      const again = await shop.signIn(ada.email);
      const list = await shop.call('GET', '/user/proxies', undefined, again.headers);
      expect(JSON.stringify(list.body)).toContain(passwordIn(bought));
      expect(await shop.call('POST', '/proxies/buy', ORDER, once(again))).toEqual(bought);

      await expect(shop.signIn(admin.email)).rejects.toThrow('SECOND_FACTOR_REQUIRED');
      const later = new Date(Date.now() + 30 * SECOND);
      const chief = await shop.signIn(admin.email, generateTotpCode(factor, toTimeStep(later)));
      const state = await shop.call('GET', '/admin/second-factor', undefined, chief.headers);
      expect(state.body.data).toMatchObject({ enabled: true, recovery_codes_left: 10 });

      expect(await shop.nest.get(SettingsService, { strict: false }).load()).toMatchObject({
        korapaySecretKey: 'sk_live_now',
        previousKorapaySecretKey: 'sk_live_before',
        smtpPassword: 'of the post office',
        siteName: 'v1.not.a.secret',
      });
      const mails = await shop.nest.get(MailService, { strict: false }).inbox({ to: admin.email });
      expect(mails.map(({ text }) => text).join()).toContain('Two-factor authentication');
    } finally {
      await shop.close();
    }
  });
});

describe('ENCRYPTED_COLUMNS', () => {
  /** Encrypt a short-lived cookie or handle rows of other modules. */
  const exempt = [
    'src/auth/google/google-state.cookie.ts',
    'src/database/key-rotation.ts',
    'src/embedded/seeds/million/fill.ts',
    'src/embedded/seeds/seed.ts',
  ];
  const sources = readdirSync(inRepo('src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => /(?<!\.spec)\.ts$/.test(path))
    .sort();
  const read = (path: string) => readFileSync(inRepo(path), 'utf8');

  it('should cover every module that encrypts columns', () => {
    const encrypting = sources.filter((path) => /\bencrypt\b.*crypto\/secrets'/.test(read(path)));
    expect(encrypting.filter((path) => !/\.encrypted-columns'/.test(read(path)))).toEqual(exempt);
  });

  it('should list every encrypted-columns file', () => {
    const places = sources.filter((path) => path.endsWith('.encrypted-columns.ts'));
    const listed = read('src/commands/secrets.commands.ts');
    for (const path of places) expect(listed).toContain(path.replace(/^src(.*)\.ts$/, `..$1'`));
    const columns = places.flatMap((path) => read(path).match(/^export const ENCRYPTED_/gm) ?? []);
    expect(ENCRYPTED_COLUMNS).toHaveLength(columns.length);
  });
});
