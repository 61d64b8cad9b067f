import { createNotificationsTestApp, type NotificationsTestApp } from './notifications-test-app';

jest.setTimeout(60_000);

describe('Notices', () => {
  let world: NotificationsTestApp;
  let run: () => Promise<void>;
  beforeAll(async () => {
    world = await createNotificationsTestApp();
    run = () => world.notices.sendDue();
  });
  afterAll(() => world.close());

  describe('about the balance', () => {
    it('come when a purchase leaves less than ₦1,000, once until it was above again', async () => {
      const person = await world.person();
      await world.topUp(person, 5000);
      await world.buy(person, 4000);
      await run();
      expect(await world.subjectsTo(person)).toEqual([]);
      await world.buy(person, 1);
      await run();
      await run();
      expect(await world.subjectsTo(person)).toEqual(['Your NairaProxy balance is ₦999']);
      await world.buy(person, 500);
      await run();
      expect(await world.subjectsTo(person)).toHaveLength(1);
      // Not above it yet.
      await world.topUp(person, 100);
      await world.buy(person, 10);
      await run();
      expect(await world.subjectsTo(person)).toHaveLength(1);
      // Above and below again between two looks.
      await world.topUp(person, 5000);
      await world.buy(person, 5000);
      await run();
      await run();
      expect((await world.subjectsTo(person)).slice(1)).toEqual([
        'Your NairaProxy balance is ₦589',
      ]);
    });

    it('go by the amount that the customer chose', async () => {
      const person = await world.person();
      await world.prefer(person, { low_balance_kobo: 2_000_000 });
      await world.topUp(person, 30_000);
      await world.buy(person, 10_001);
      await run();
      const [mail] = await world.mailsTo(person);
      expect(mail!.text).toContain('your wallet holds ₦19,999, which is less than ₦20,000');
    });

    it('do not come for money that is back by then, nor to who switched them off', async () => {
      const lucky = await world.person();
      await world.topUp(lucky, 2000);
      await world.buy(lucky, 1900);
      await world.topUp(lucky, 1900);
      const unwilling = await world.person();
      await world.prefer(unwilling, { low_balance: false });
      await world.topUp(unwilling, 2000);
      await world.buy(unwilling, 1900);
      await run();
      for (const person of [lucky, unwilling]) expect(await world.subjectsTo(person)).toEqual([]);
    });

    it('come once however many workers race', async () => {
      const people = await Promise.all(Array.from({ length: 30 }, () => world.person()));
      for (const person of people) {
        await world.topUp(person, 1000);
        await world.buy(person, 300);
      }
      await world.race();
      for (const person of people)
        expect(await world.subjectsTo(person)).toEqual(['Your NairaProxy balance is ₦700']);
    });
  });

  describe('about sign-ins', () => {
    const HOME = '203.0.113.7';
    const FIREFOX = 'Mozilla/5.0 Firefox/140.0';

    it('come for an address and a browser that were not seen together before', async () => {
      const person = await world.person();
      await world.signIn(person, HOME, FIREFOX);
      await world.signIn(person, HOME, FIREFOX);
      await run();
      expect(await world.subjectsTo(person)).toEqual([]);
      await world.signIn(person, '198.51.100.9', FIREFOX);
      await run();
      await world.signIn(person, HOME, 'curl/8.5');
      await world.signIn(person, HOME, 'curl/8.5');
      await run();
      await run();
      const mails = await world.mailsTo(person);
      expect(mails.map(({ subject }) => subject)).toEqual([
        'New sign-in to your NairaProxy account',
        'New sign-in to your NairaProxy account',
      ]);
      expect(mails[0]!.text).toContain(`from 198.51.100.9 with ${FIREFOX}`);
      expect(mails[1]!.text).toContain(`from ${HOME} with curl/8.5`);
    });

    it('know a place also when the sign-in there has ended', async () => {
      const person = await world.person();
      await world.signIn(person, HOME, FIREFOX);
      await world.sql('UPDATE session SET revoked_at = now() WHERE user_id = $1', [person.id]);
      await world.signIn(person, HOME, FIREFOX);
      await run();
      expect(await world.subjectsTo(person)).toEqual([]);
    });

    it('stay away from who switched them off', async () => {
      const person = await world.person();
      await world.prefer(person, { security: false });
      await world.signIn(person, HOME, FIREFOX);
      await world.signIn(person, HOME, 'curl/8.5');
      await run();
      expect(await world.subjectsTo(person)).toEqual([]);
    });

    it('come once however many workers race', async () => {
      const people = await Promise.all(Array.from({ length: 30 }, () => world.person()));
      for (const person of people) {
        await world.signIn(person, HOME, FIREFOX);
        await world.signIn(person, HOME, 'curl/8.5');
      }
      await world.race();
      for (const person of people)
        expect(await world.subjectsTo(person)).toEqual(['New sign-in to your NairaProxy account']);
    });
  });

  it('are forgotten after 400 days, and not before', async () => {
    const person = await world.person();
    await world.sql(
      `INSERT INTO notification_sent (user_id, kind, subject, threshold, sent_at)
       VALUES ($1, 'expiry', 'old', 72, now() - interval '401 days'),
              ($1, 'expiry', 'recent', 72, now() - interval '399 days')`,
      [person.id],
    );
    await run();
    expect(
      await world.sql('SELECT subject FROM notification_sent WHERE user_id = $1', [person.id]),
    ).toEqual([{ subject: 'recent' }]);
  });
});
