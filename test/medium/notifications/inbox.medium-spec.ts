import { MailService } from '../../../src/mail/mail.service';
import { waitForLockWaits } from '../../support/lock-waits';
import { createNotificationsTestApp, type NotificationsTestApp } from './notifications-test-app';

jest.setTimeout(60_000);

const GB = 2 ** 30;
const HOME = '203.0.113.7';

describe('Inbox messages', () => {
  let world: NotificationsTestApp;
  let run: () => Promise<void>;
  beforeAll(async () => {
    world = await createNotificationsTestApp();
    run = () => world.notices.sendDue();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => world.close());

  const summaries = async (person: Awaited<ReturnType<NotificationsTestApp['person']>>) =>
    (await world.inboxOf(person)).map(({ kind, title, link }) => [kind, title, link]);

  it('should be written for every kind, with a link into the web app', async () => {
    const person = await world.person();
    await world.topUp(person, 1000);
    await world.buy(person, 300);
    const [expiring] = await world.proxies(person, { ends: '50 hours' });
    const [used] = await world.proxies(person, { limitBytes: GB });
    await world.sql('UPDATE proxy SET used_bytes = $2 WHERE id = $1', [used, GB]);
    await world.signIn(person, HOME, 'Firefox');
    await world.signIn(person, HOME, 'curl/8.5');
    await run();
    await run();
    expect((await summaries(person)).sort()).toEqual([
      ['expiry', 'Your proxy expires within 3 days', `/proxyhistory/${expiring}`],
      ['low_balance', 'Your balance is low', '/wallet?amount=1000'],
      ['sign_in', 'New sign-in to your account', '/profile?tab=security'],
      ['traffic', 'A proxy has used all of its traffic', `/proxyhistory/${used}`],
    ]);
    const texts = (await world.inboxOf(person)).map(({ text }) => text).join('\n');
    expect(texts).toContain('your wallet balance is ₦700, below your limit of ₦1,000');
    expect(texts).toContain(`from ${HOME} with curl/8.5`);
    expect(await world.subjectsTo(person)).toHaveLength(4);
  });

  it('should be written about automatic renewals', async () => {
    const person = await world.person();
    const [id] = await world.proxies(person);
    await world.sql(
      `WITH rule AS (
         INSERT INTO proxy_auto_renewal (proxy_id, enabled, gigabytes) VALUES ($1, true, 1)
         RETURNING proxy_id)
       INSERT INTO auto_renewal_notice (proxy_id, outcome, price_kobo)
       SELECT proxy_id, 'renewed', 250000 FROM rule`,
      [id],
    );
    await run();
    expect(await summaries(person)).toEqual([
      ['auto_renewal', 'Your proxy was renewed', `/proxyhistory/${id}`],
    ]);
  });

  it('should be written whatever the mail preferences are', async () => {
    const person = await world.person();
    await world.prefer(person, {
      low_balance: false,
      expiry: false,
      traffic: false,
      security: false,
    });
    await world.topUp(person, 1000);
    await world.buy(person, 300);
    await world.proxies(person, { ends: '50 hours' });
    await world.signIn(person, HOME, 'Firefox');
    await world.signIn(person, HOME, 'curl/8.5');
    await run();
    expect((await summaries(person)).map(([kind]) => kind).sort()).toEqual([
      'expiry',
      'low_balance',
      'sign_in',
    ]);
    expect(await world.subjectsTo(person)).toEqual([]);
  });

  it('should not mail about what is past once the preference is on again', async () => {
    const person = await world.person();
    await world.prefer(person, { expiry: false });
    await world.proxies(person, { ends: '50 hours' });
    await run();
    await world.sql('UPDATE notification_preference SET expiry = true WHERE user_id = $1', [
      person.id,
    ]);
    await run();
    expect(await world.subjectsTo(person)).toEqual([]);
    expect(await world.inboxOf(person)).toHaveLength(1);
  });

  it('should be one about all proxies of a run', async () => {
    const person = await world.person();
    await world.proxies(person, { count: 40, ends: '50 hours' });
    await run();
    const [message, ...more] = await world.inboxOf(person);
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      title: '40 proxies expire within 3 days',
      link: '/proxyhistory',
      text: expect.stringMatching(/^(Residential proxy .*\n){3}And 37 more\.$/),
    });
  });

  it('should go to active customers only', async () => {
    const suspended = await world.person();
    await world.proxies(suspended, { ends: '10 hours' });
    await world.sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, [suspended.id]);
    const closed = await world.person();
    await world.proxies(closed, { ends: '10 hours' });
    await world.sql('UPDATE users SET closed_at = now() WHERE id = $1', [closed.id]);
    const staff = [await world.person('sub-admin'), await world.person('admin')];
    for (const person of staff) {
      await world.signIn(person, HOME, 'Firefox');
      await world.signIn(person, HOME, 'curl/8.5');
    }
    await run();
    for (const person of [suspended, closed, ...staff])
      expect(await world.inboxOf(person)).toEqual([]);
    for (const person of staff)
      expect(await world.subjectsTo(person)).toEqual(['New sign-in to your NairaProxy account']);
  });

  it('should be written once when workers race', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => world.person()));
    for (const person of people) {
      await world.signIn(person, HOME, 'Firefox');
      await world.signIn(person, HOME, 'curl/8.5');
      await world.proxies(person, { ends: '50 hours' });
    }
    await world.race();
    for (const person of people)
      expect((await summaries(person)).map(([kind]) => kind).sort()).toEqual(['expiry', 'sign_in']);
  });

  it('should be rolled back with the mail, and written by the next run', async () => {
    const person = await world.person();
    await world.proxies(person, { ends: '50 hours' });
    jest
      .spyOn(world.module.get(MailService, { strict: false }), 'enqueueTemplate')
      .mockRejectedValueOnce(new Error('disk full'));
    await expect(run()).rejects.toThrow('Some notifications were not sent');
    expect(await world.inboxOf(person)).toEqual([]);
    await run();
    expect(await world.inboxOf(person)).toHaveLength(1);
  });

  it('should not be written for an account that is being closed', async () => {
    const person = await world.person();
    await world.proxies(person, { ends: '50 hours' });
    let commit = () => {};
    const barrier = new Promise<void>((resolve) => (commit = resolve));
    const closing = world.uow.run(async () => {
      const manager = world.uow.requireTransaction();
      await manager.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [person.id]);
      await manager.query('UPDATE users SET closed_at = now() WHERE id = $1', [person.id]);
      await barrier;
    });
    const sending = run();
    await waitForLockWaits(world, 1);
    commit();
    await closing;
    await sending;
    expect(await world.inboxOf(person)).toEqual([]);
  });

  it('should be deleted after 90 days, at most 2,000 in a run', async () => {
    const person = await world.person();
    await world.sql(
      `INSERT INTO inbox_message (user_id, kind, title, text, link, created_at)
       SELECT $1::int, 'expiry', 'old', '', '/', now() - interval '91 days' FROM generate_series(1, 2001)
       UNION ALL SELECT $1::int, 'expiry', 'recent', '', '/', now() - interval '89 days'`,
      [person.id],
    );
    await run();
    expect(await world.inboxOf(person)).toHaveLength(2);
    await run();
    expect((await world.inboxOf(person)).map(({ title }) => title)).toEqual(['recent']);
  });
});
