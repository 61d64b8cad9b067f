import { setTimeout } from 'node:timers/promises';
import { AppConfig } from '../../../src/config/app-config';
import { DatabaseModule } from '../../../src/database/database.module';
import { CommonModule } from '../../../src/common/common.module';
import { ConfigModule } from '../../../src/config/config.module';
import { SettingsModule } from '../../../src/settings/settings.module';
import { SettingsService } from '../../../src/settings/settings.service';
import { Test } from '@nestjs/testing';
import { AdminTestApp, type TestUser } from '../admin/admin-test-app';

const SECRET = 'sk_live_0123456789abcdef';

describe('System settings', () => {
  let testApp: AdminTestApp;
  let admin: TestUser;

  beforeAll(async () => {
    testApp = await AdminTestApp.open();
    admin = await testApp.createUser('admin');
  });
  afterEach(async () => {
    await testApp.sql('DELETE FROM setting');
    testApp.app.get(SettingsService).invalidateCache();
  });
  afterAll(() => testApp.close());

  const read = async () =>
    (await testApp.call(admin, 'GET', '/admin/system/settings')).body.data as {
      settings: Record<string, unknown>;
      last_updated: string | null;
      version: number;
    };
  const save = (body: object) => testApp.call(admin, 'PUT', '/admin/system/settings', body);
  const current = () => testApp.app.get(SettingsService).current();

  it('should return the defaults at first', async () => {
    expect(await read()).toMatchObject({
      settings: {
        siteName: 'NairaProxy',
        minimumTopup: 1000,
        exchangeRate: 1600,
        markupEnabled: false,
        markupPercentage: 0,
        smtpHost: null,
        smtpPort: 587,
        smtpPassword: null,
      },
      last_updated: null,
    });
  });

  it('should need a recent sign-in for what would let a stolen token move money', async () => {
    const old = await testApp.createUser('admin');
    await testApp.sql(
      `UPDATE session SET created_at = now() - interval '15 minutes' WHERE user_id = $1`,
      [old.id],
    );
    const saveAs = (body: object) => testApp.call(old, 'PUT', '/admin/system/settings', body);
    const before = await read();
    for (const change of [
      { korapaySecretKey: 'sk_live_of_another' },
      { smtpHost: 'smtp.example.com' },
      { fundingApprovalLimit: 100_000_000, siteName: 'Proxy House' },
      { correctionApprovalLimit: 100_000_000 },
    ])
      expect(await saveAs(change)).toMatchObject({
        status: 403,
        body: { code: 'REAUTHENTICATION_REQUIRED' },
      });
    expect(await read()).toEqual(before);
    const { fundingApprovalLimit } = before.settings;
    expect((await saveAs({ fundingApprovalLimit, siteName: 'Proxy House' })).status).toBe(200);
  });

  it('should apply and return saved values', async () => {
    const settings = {
      siteName: 'Proxy House',
      siteDescription: 'Proxies',
      korapayEnabled: false,
      korapayPublicKey: 'pk_live_1',
      minimumTopup: 500,
      exchangeRate: 1550.5,
      markupEnabled: true,
      markupPercentage: 12.5,
      smtpHost: 'smtp.example.com',
      smtpPort: 465,
      smtpUsername: 'mail@example.com',
    };
    const { status, body } = await save(settings);
    expect([status, body.message]).toEqual([200, 'Settings saved successfully!']);
    expect(await current()).toMatchObject(settings);
    const { settings: shown, last_updated } = await read();
    expect(shown).toMatchObject(settings);
    expect(last_updated).toBe(body.data.last_updated);
  });

  it('should compare no version for null, and refuse one that cannot exist', async () => {
    await save({ exchangeRate: 1500 });
    expect((await save({ exchangeRate: 1700, version: null })).status).toBe(200);
    for (const version of [2 ** 31, 1e300, -1, 1.5, '1'])
      expect(await save({ exchangeRate: 1800, version })).toMatchObject({
        status: 422,
        body: { errors: { version: [expect.any(String)] } },
      });
    expect((await current()).exchangeRate).toBe(1700);
  });

  it('should reset to the default on null, an empty string and zero', async () => {
    await save({ minimumTopup: 500, exchangeRate: 1500, markupPercentage: 10, siteName: 'Other' });
    await save({ minimumTopup: 0, exchangeRate: null, markupPercentage: 0, siteName: '  ' });
    expect(await current()).toMatchObject({
      minimumTopup: 1000,
      exchangeRate: 1600,
      markupPercentage: 0,
      siteName: 'NairaProxy',
    });
  });

  it('should keep omitted settings', async () => {
    await save({ siteName: 'Other', exchangeRate: 1500 });
    await save({ exchangeRate: 1700 });
    expect(await current()).toMatchObject({ siteName: 'Other', exchangeRate: 1700 });
  });

  it.each([
    [{ siteName: 'x'.repeat(256) }, 'Site name must not exceed 255 characters'],
    [{ siteDescription: 'x'.repeat(501) }, 'Site description must not exceed 500 characters'],
    [{ korapayPublicKey: 'x'.repeat(256) }, 'Korapay public key must not exceed 255 characters'],
    [{ korapaySecretKey: 'x'.repeat(256) }, 'Korapay secret key must not exceed 255 characters'],
    [{ minimumTopup: 99 }, 'Minimum topup must be at least ₦100'],
    [{ minimumTopup: 1_000_001 }, 'Minimum topup must not exceed ₦1,000,000'],
    [{ exchangeRate: 0.5 }, 'Exchange rate must be at least 1'],
    [{ exchangeRate: 10_000.01 }, 'Exchange rate must not exceed 10,000'],
    [{ exchangeRate: 1600.123 }, 'Exchange rate must be a number with two decimals at most'],
    [{ markupPercentage: 100.5 }, 'Markup percentage must be between 0 and 100'],
    [{ markupPercentage: -1 }, 'Markup percentage must be between 0 and 100'],
    [{ smtpHost: 'x'.repeat(256) }, 'SMTP host must not exceed 255 characters'],
    [{ smtpPort: 65_536 }, 'SMTP port must be a number between 1 and 65535'],
    [{ smtpPort: 25.5 }, 'SMTP port must be a number between 1 and 65535'],
    [{ smtpPort: 'mail' }, 'SMTP port must be a number between 1 and 65535'],
    [{ smtpUsername: 'mail' }, 'SMTP username must be a valid email address'],
    [{ smtpPassword: 'x'.repeat(256) }, 'SMTP password must not exceed 255 characters'],
    [{ korapayEnabled: 'yes' }, 'korapayEnabled must be a boolean value'],
    [{ colour: 'red' }, 'property colour should not exist'],
  ])('should refuse %p', async (body, message) => {
    const { status, body: answer } = await save(body);
    expect(status).toBe(422);
    expect(Object.values(answer.errors!)).toEqual([[message]]);
  });

  describe('Secret settings', () => {
    it('should be encrypted in the database and masked in the response', async () => {
      await save({ korapaySecretKey: SECRET, smtpPassword: 'short' });
      const rows = JSON.stringify(await testApp.sql('SELECT * FROM setting'));
      expect(rows).not.toContain(SECRET);
      expect(rows).not.toContain('"short"');
      expect((await read()).settings).toMatchObject({
        korapaySecretKey: '••••••••',
        smtpPassword: '••••••••',
      });
      expect(await current()).toMatchObject({ korapaySecretKey: SECRET, smtpPassword: 'short' });
    });

    it('should be kept when the mask is sent back and deleted by null', async () => {
      await save({ korapaySecretKey: SECRET, smtpPassword: 'long-enough-secret' });
      await save({ ...(await read()).settings, siteDescription: 'Changed' });
      expect(await current()).toMatchObject({
        korapaySecretKey: SECRET,
        smtpPassword: 'long-enough-secret',
        siteDescription: 'Changed',
      });
      await save({ korapaySecretKey: '••••••••cdef' });
      expect(await current()).toMatchObject({ korapaySecretKey: SECRET });
      await save({ smtpPassword: null });
      expect((await read()).settings.smtpPassword).toBeNull();
    });

    it.each([
      { smtpHost: 'smtp.attacker.example' },
      { smtpPort: 2525 },
      { smtpUsername: 'other@example.com' },
    ])('should refuse %p until the stored password is entered again', async (change) => {
      const account = {
        smtpHost: 'smtp.example.com',
        smtpPort: 587,
        smtpUsername: 'mail@example.com',
      };
      await save(account);
      await save({ ...account, smtpPassword: 'mail-password' });
      const masked = (await read()).settings;
      for (const body of [change, { ...masked, ...change }]) {
        const { status, body: answer } = await save(body);
        expect([status, answer.errors]).toEqual([
          422,
          { smtpPassword: ['Enter the password again: the mail server or its user has changed.'] },
        ]);
      }
      expect(await current()).toMatchObject({ ...account, smtpPassword: 'mail-password' });
      expect((await save({ ...masked, siteName: 'Other' })).status).toBe(200);
      expect((await save({ ...change, smtpPassword: 'another' })).status).toBe(200);
      expect(await current()).toMatchObject({ ...account, ...change, smtpPassword: 'another' });
      expect((await save({ ...account, smtpPassword: null })).status).toBe(200);
    });

    it('should keep the previous Korapay key valid for 72 hours', async () => {
      await save({ korapaySecretKey: SECRET });
      const original = testApp.app.get(AppConfig).korapay.secretKey;
      expect((await current()).previousKorapaySecretKey).toBe(original);
      await save({ korapaySecretKey: 'sk_live_another_key_0000' });
      expect((await current()).previousKorapaySecretKey).toBe(SECRET);
      const [row] = await testApp.sql<{ hours: number }>(
        `SELECT round(extract(epoch FROM (value #>> '{}')::timestamptz - now()) / 3600)::int AS hours
         FROM setting WHERE key = 'previousKorapaySecretKeyUntil'`,
      );
      expect(row!.hours).toBe(72);
      await testApp.sql(
        `UPDATE setting SET value = to_jsonb((now() - interval '1 second')::text)
         WHERE key = 'previousKorapaySecretKeyUntil'`,
      );
      expect((await testApp.app.get(SettingsService).load()).previousKorapaySecretKey).toBeNull();
    });

    it('should not appear in the audit log', async () => {
      await save({ korapaySecretKey: SECRET, siteName: 'Audited' });
      const [row] = await testApp.sql<{ changes: unknown; details: string; severity: string }>(
        `SELECT changes, details, severity FROM audit_log WHERE action = 'settings.changed'
         ORDER BY id DESC LIMIT 1`,
      );
      expect(row).toEqual({
        severity: 'high',
        details: 'Changed korapaySecretKey, siteName',
        changes: {
          before: { korapaySecretKey: 'set', siteName: 'NairaProxy' },
          after: { korapaySecretKey: 'changed', siteName: 'Audited' },
          money: [],
        },
      });
    });
  });

  it('should not write unchanged settings', async () => {
    const { settings } = await read();
    await save(settings);
    expect(await testApp.sql('SELECT * FROM setting')).toEqual([]);
  });

  it('should apply in another process within a second', async () => {
    const other = await Test.createTestingModule({
      imports: [ConfigModule, CommonModule, DatabaseModule.forProcess('api'), SettingsModule],
    }).compile();
    await other.init();
    try {
      const elsewhere = other.get(SettingsService);
      expect((await elsewhere.current()).exchangeRate).toBe(1600);
      await save({ exchangeRate: 1777 });
      // Allows for a loaded machine; without the NOTIFY the cache would expire after 30 seconds.
      const deadline = Date.now() + 20_000;
      let rate = 0;
      while (rate !== 1777 && Date.now() < deadline) {
        // A cache hit does not yield to the event loop, which receives the notification.
        await setTimeout(5);
        rate = (await elsewhere.current()).exchangeRate;
      }
      expect(rate).toBe(1777);
    } finally {
      await other.close();
    }
  });

  it('should serve stale settings for five minutes while the database fails, then fail', async () => {
    const rate = async () => {
      const { status, body } = await testApp.call(null, 'GET', '/exchange-rate');
      return status === 200 ? body.data.exchange_rate : status;
    };
    /** The rate while the table is missing, `ms` after the last read. */
    const later = async (ms: number) => {
      const clock = jest.spyOn(Date, 'now');
      await testApp.sql('ALTER TABLE setting RENAME TO setting_away');
      try {
        const then = Date.now() + ms;
        clock.mockImplementation(() => then);
        return await rate();
      } finally {
        clock.mockRestore();
        await testApp.sql('ALTER TABLE setting_away RENAME TO setting');
      }
    };
    await save({ exchangeRate: 1555 });
    // A pending change notification would invalidate the cache.
    const deadline = Date.now() + 20_000;
    let kept: unknown;
    while (kept !== 1555 && Date.now() < deadline) {
      expect(await rate()).toBe(1555);
      kept = await later(31_000);
    }
    expect(kept).toBe(1555);
    expect(await later(5 * 60_000 + 1000)).toBe(500);
    expect(await rate()).toBe(1555);
    testApp.app.get(SettingsService).invalidateCache();
    expect(await later(31_000)).toBe(500);
    expect(await rate()).toBe(1555);
  });

  it('should keep both of two concurrent changes', async () => {
    await Promise.all([save({ siteName: 'One' }), save({ exchangeRate: 1234 })]);
    expect(await current()).toMatchObject({ siteName: 'One', exchangeRate: 1234 });
  });

  it('should refuse changes to an earlier version, and say what was changed, by whom and when', async () => {
    const other = await testApp.createUser('admin', 'Bola Ade');
    await save({ exchangeRate: 1600, minimumTopup: 500, markupEnabled: true });
    const opened = await read();
    const { body: saved } = await testApp.call(other, 'PUT', '/admin/system/settings', {
      exchangeRate: 1700,
      minimumTopup: null,
      korapaySecretKey: SECRET,
      version: opened.version,
    });
    expect(saved.data).toEqual({ last_updated: expect.any(String), version: opened.version + 1 });

    const { status, body } = await save({ siteName: 'Stale', version: opened.version });
    expect([status, body.code]).toEqual([409, 'SETTINGS_CHANGED']);
    const when = String.raw`on \d{1,2} \w{3} 20\d\d, \d\d:\d\d\.$`;
    expect(body.errors).toEqual({
      exchangeRate: [expect.stringMatching(`^Bola Ade changed this to 1700 ${when}`)],
      korapaySecretKey: [expect.stringMatching(`^Bola Ade changed this ${when}`)],
      minimumTopup: [expect.stringMatching(`^Bola Ade changed this to 1000 ${when}`)],
    });
    expect(JSON.stringify(body)).not.toContain('cdef');
    expect(await current()).toMatchObject({ siteName: 'NairaProxy', exchangeRate: 1700 });

    const { version } = await read();
    expect((await save({ siteName: 'Fresh', version })).status).toBe(200);
    expect((await save({ siteName: 'Without version' })).status).toBe(200);
    expect((await save({ siteName: 'Bad', version: 'x' })).status).toBe(422);
  });

  it('should let one of two concurrent changes to the same version through', async () => {
    const { version } = await read();
    const answers = await Promise.all([
      save({ exchangeRate: 1500, version }),
      save({ exchangeRate: 1800, version }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
