import { MailService } from '../../../src/mail/mail.service';
import { ProxyNotificationSourceService } from '../../../src/proxies/notification-source.service';
import { createNotificationsTestApp, type NotificationsTestApp } from './notifications-test-app';

jest.setTimeout(60_000);

describe('Proxy notifications', () => {
  let world: NotificationsTestApp;
  let run: () => Promise<void>;
  beforeAll(async () => {
    world = await createNotificationsTestApp();
    run = () => world.notices.sendDue();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => world.close());

  const proxyRowsRead = async (): Promise<number> => {
    const [row] = await world.uow.manager.query(
      `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables
       WHERE relname = 'proxy'`,
    );
    return row.rows;
  };

  describe('Expiry notifications', () => {
    const endIn = (ids: number[], interval: string) =>
      world.sql(`UPDATE proxy SET expires_at = now() + $2::interval WHERE id = ANY($1)`, [
        ids,
        interval,
      ]);

    it('should be sent three days and one day before, once each, with all proxies in one mail', async () => {
      const person = await world.person();
      const ids = await world.proxies(person, { count: 3, ends: '73 hours' });
      await run();
      expect(await world.subjectsTo(person)).toEqual([]);
      await endIn(ids, '71 hours');
      await run();
      await run();
      expect(await world.subjectsTo(person)).toEqual([
        '3 proxies expire within 3 days (NairaProxy)',
      ]);
      await endIn(ids, '23 hours');
      await run();
      await run();
      const mails = await world.mailsTo(person);
      expect(mails.map(({ subject }) => subject).slice(1)).toEqual([
        '3 proxies expire within 24 hours (NairaProxy)',
      ]);
      for (const id of ids) expect(mails[1]!.text).toContain(`Residential proxy ${id} (Nigeria)`);
      expect(mails[1]!.text).toMatch(/\/proxyhistory\s/);
    });

    it('should be sent for proxies that the owner suspended, but not for those of staff', async () => {
      const person = await world.person();
      const [own, ofStaff, both] = await world.proxies(person, { count: 3, ends: '71 hours' });
      await world.sql(
        `UPDATE proxy SET status = 'suspended', suspended_by_owner = id <> $2,
           suspended_by_staff = id <> $1 WHERE id IN ($1, $2, $3)`,
        [own, ofStaff, both],
      );
      await run();
      const mails = await world.mailsTo(person);
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Your proxy expires within 3 days (NairaProxy)',
      ]);
      expect(mails[0]!.text).toContain(`Residential proxy ${own} (Nigeria)`);
      expect(mails[0]!.text).toContain(`/proxyhistory/${own}?step=renewal`);
    });

    it('should skip the first within the last day and restart after a renewal', async () => {
      const person = await world.person();
      const ids = await world.proxies(person, { ends: '5 hours' });
      await run();
      expect(await world.subjectsTo(person)).toEqual([
        'Your proxy expires within 24 hours (NairaProxy)',
      ]);
      await world.sql(
        `UPDATE proxy SET expires_at = now() + interval '70 hours', expiry_warned = 0
         WHERE id = ANY($1)`,
        [ids],
      );
      await run();
      expect((await world.subjectsTo(person)).slice(1)).toEqual([
        'Your proxy expires within 3 days (NairaProxy)',
      ]);
    });

    it('should cover only active proxies of active users with the preference on', async () => {
      const suspended = await world.person();
      await world.proxies(suspended, { ends: '10 hours', status: 'suspended' });
      const over = await world.person();
      await world.proxies(over, { ends: '-1 minute' });
      const optedOut = await world.person();
      await world.prefer(optedOut, { expiry: false });
      await world.proxies(optedOut, { ends: '10 hours' });
      const closed = await world.person();
      await world.proxies(closed, { ends: '10 hours' });
      await world.sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, [closed.id]);
      await run();
      for (const person of [suspended, over, optedOut, closed])
        expect(await world.subjectsTo(person)).toEqual([]);
    });

    it('should list each proxy once when workers race over several batches', async () => {
      const people = await Promise.all(Array.from({ length: 9 }, () => world.person()));
      const ids: number[] = [];
      for (const person of people)
        ids.push(...(await world.proxies(person, { count: 100, ends: '50 hours' })));
      await world.race();
      const sent = await world.sql(
        `SELECT user_id, subject FROM notification_sent WHERE kind = 'expiry'
         AND split_part(split_part(subject, ' ', 1), ':', 2)::int = ANY($1)`,
        [ids],
      );
      expect(sent).toHaveLength(ids.length);
      const listed: string[] = [];
      let cut = 0;
      for (const person of people)
        for (const { text } of await world.mailsTo(person)) {
          listed.push(...[...text.matchAll(/proxy (\d+) \(/g)].map((match) => match[1]!));
          cut += Number(/And (\d+) more/.exec(text)?.[1] ?? 0);
        }
      expect(new Set(listed).size).toBe(listed.length);
      expect(listed.length + cut).toBe(ids.length);
    });

    it('should be found without reading rows already notified or not due', async () => {
      const person = await world.person();
      await world.proxies(person, { count: 10_000, ends: '40 days' });
      const notified = await world.proxies(person, { count: 10_000, ends: '60 hours' });
      await world.sql(`UPDATE proxy SET expiry_warned = 72 WHERE id = ANY($1)`, [notified]);
      await world.proxies(person, { count: 3, ends: '50 hours' });
      await world.sql('VACUUM ANALYZE proxy');
      const read = await world.uow.run(async () => {
        const watch = world.module.get(ProxyNotificationSourceService, { strict: false });
        // Connections report their statistics with a delay.
        const before = await proxyRowsRead();
        const { proxies } = await watch.takeExpiring(200);
        expect(proxies).toHaveLength(3);
        return (await proxyRowsRead()) - before;
      });
      expect(read).toBeLessThan(50);
      await world.sql(`DELETE FROM proxy WHERE user_id = $1`, [person.id]);
    });

    it('should be retried when enqueuing the mail fails', async () => {
      const person = await world.person();
      const [id] = await world.proxies(person, { ends: '50 hours' });
      jest
        .spyOn(world.module.get(MailService, { strict: false }), 'enqueueTemplate')
        .mockRejectedValueOnce(new Error('disk full'));
      await expect(run()).rejects.toThrow('Some notifications were not sent');
      expect(await world.sql('SELECT expiry_warned FROM proxy WHERE id = $1', [id])).toEqual([
        { expiry_warned: 0 },
      ]);
      await run();
      expect(await world.subjectsTo(person)).toHaveLength(1);
    });
  });

  describe('Traffic notifications', () => {
    const GB = 2 ** 30;
    const use = (id: number, share: number) =>
      world.sql(`UPDATE proxy SET used_bytes = $2 WHERE id = $1`, [id, Math.ceil(share * GB)]);

    it('should be sent at 80, 95 and 100 percent, once each', async () => {
      const person = await world.person();
      const [id] = await world.proxies(person, { limitBytes: GB });
      const subjectsAt = async (share: number) => {
        const before = (await world.subjectsTo(person)).length;
        await use(id!, share);
        await run();
        await run();
        return (await world.subjectsTo(person)).slice(before);
      };
      expect(await subjectsAt(0.79)).toEqual([]);
      expect(await subjectsAt(0.8)).toEqual(['A proxy has used 80% of its traffic (NairaProxy)']);
      expect(await subjectsAt(0.94)).toEqual([]);
      expect(await subjectsAt(0.96)).toEqual(['A proxy has used 95% of its traffic (NairaProxy)']);
      expect(await subjectsAt(1)).toEqual(['A proxy has used all of its traffic (NairaProxy)']);
      expect(await subjectsAt(1.01)).toEqual([]);
      // A provider may correct the usage downwards; thresholds already notified stay notified.
      expect(await subjectsAt(0.5)).toEqual([]);
      expect(await subjectsAt(1)).toEqual([]);
    });

    it('should be merged into one when several thresholds are passed at once', async () => {
      const person = await world.person();
      const [id] = await world.proxies(person, { limitBytes: GB });
      await use(id!, 1);
      await run();
      expect(await world.subjectsTo(person)).toEqual([
        'A proxy has used all of its traffic (NairaProxy)',
      ]);
      const [mail] = await world.mailsTo(person);
      expect(mail!.text).toContain(
        `Residential proxy ${id} (Nigeria) has used all of its 1 GB and no longer works.`,
      );
      expect(mail!.text).toContain(`/proxyhistory/${id}?step=traffic`);
    });

    it('should skip unlimited and expired proxies and users who switched them off', async () => {
      const unlimited = await world.person();
      const [endless] = await world.proxies(unlimited);
      await use(endless!, 100);
      const late = await world.person();
      const [ended] = await world.proxies(late, { limitBytes: GB, ends: '-1 minute' });
      await use(ended!, 0.9);
      const optedOut = await world.person();
      await world.prefer(optedOut, { traffic: false });
      const [silent] = await world.proxies(optedOut, { limitBytes: GB });
      await use(silent!, 0.9);
      await run();
      for (const person of [unlimited, late, optedOut])
        expect(await world.subjectsTo(person)).toEqual([]);
      expect(await world.sql('SELECT * FROM traffic_threshold')).toEqual([]);
    });

    it('should be sent once when workers race', async () => {
      const people = await Promise.all(Array.from({ length: 30 }, () => world.person()));
      for (const person of people) {
        const [id] = await world.proxies(person, { limitBytes: GB });
        await use(id!, 0.85);
      }
      await world.race();
      for (const person of people)
        expect(await world.subjectsTo(person)).toEqual([
          'A proxy has used 80% of its traffic (NairaProxy)',
        ]);
    });
  });
});
