import { createNotificationsTestApp, type NotificationsTestApp } from './notifications-test-app';

jest.setTimeout(60_000);

describe('Account notifications', () => {
  let world: NotificationsTestApp;
  let run: () => Promise<void>;
  beforeAll(async () => {
    world = await createNotificationsTestApp();
    run = () => world.notices.sendDue();
  });
  afterAll(() => world.close());

  describe('Low balance notifications', () => {
    it('should be sent when a purchase leaves less than ₦1,000, once until the balance recovers', async () => {
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
      // The balance stays below the threshold.
      await world.topUp(person, 100);
      await world.buy(person, 10);
      await run();
      expect(await world.subjectsTo(person)).toHaveLength(1);
      // The balance recovers and drops again between two runs.
      await world.topUp(person, 5000);
      await world.buy(person, 5000);
      await run();
      await run();
      expect((await world.subjectsTo(person)).slice(1)).toEqual([
        'Your NairaProxy balance is ₦589',
      ]);
    });

    it('should use the threshold of the customer', async () => {
      const person = await world.person();
      await world.prefer(person, { low_balance_kobo: 2_000_000 });
      await world.topUp(person, 30_000);
      await world.buy(person, 10_001);
      await run();
      const [mail] = await world.mailsTo(person);
      expect(mail!.text).toContain('your wallet balance is ₦19,999, below your limit of ₦20,000');
      expect(mail!.text).toContain('/wallet?amount=1000\n');
    });

    it('should be skipped when the balance has recovered or the user switched them off', async () => {
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

    it('should be sent once when workers race', async () => {
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

  describe('New sign-in notifications', () => {
    const HOME = '203.0.113.7';
    const FIREFOX = 'Mozilla/5.0 Firefox/140.0';

    it('should be sent for a new combination of IP address and browser', async () => {
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

    it('should recognise a device whose session has ended', async () => {
      const person = await world.person();
      await world.signIn(person, HOME, FIREFOX);
      await world.sql('UPDATE session SET revoked_at = now() WHERE user_id = $1', [person.id]);
      await world.signIn(person, HOME, FIREFOX);
      await run();
      expect(await world.subjectsTo(person)).toEqual([]);
    });

    it('should be skipped for users who switched them off', async () => {
      const person = await world.person();
      await world.prefer(person, { security: false });
      await world.signIn(person, HOME, FIREFOX);
      await world.signIn(person, HOME, 'curl/8.5');
      await run();
      expect(await world.subjectsTo(person)).toEqual([]);
    });

    it('should be sent once when workers race', async () => {
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

  it('should delete records of sent notifications after 400 days', async () => {
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
