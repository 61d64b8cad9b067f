import type { Actor } from '../../../src/common/security/actor';
import type { AnnouncementDto } from '../../../src/notifications/announcements/announcements.dto';
import {
  AnnouncementsService,
  toInboxText,
} from '../../../src/notifications/announcements/announcements.service';
import { useTestApp } from '../../support/use-test-app';
import { createNotificationsTestApp, type Person } from './notifications-test-app';

jest.setTimeout(60_000);

describe('Announcements', () => {
  const world = useTestApp(createNotificationsTestApp);
  let service: AnnouncementsService;
  let admin: Actor;
  beforeAll(async () => {
    service = world.module.get(AnnouncementsService, { strict: false });
    const { id } = await world.person('admin');
    admin = {
      userId: id,
      role: 'admin',
      name: 'Chief',
      email: 'c@example.com',
      ip: '::1',
      userAgent: '',
    } as Actor;
  });
  afterEach(() => world.sql('TRUNCATE announcement'));

  const announce = (over: Partial<AnnouncementDto> = {}, id?: number) =>
    service.save(
      admin,
      {
        ...{ title: 'New exits', body: 'In **Lagos**.', level: 'information', audience: 'all' },
        ...{ to_inbox: false, ...over },
      } as AnnouncementDto,
      id,
    );
  const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const seenBy = async ({ id }: Person) =>
    (await service.findOwn({ userId: id } as Actor)).announcements.map(({ title }) => title);

  it('should be seen from their start to their end, warnings first', async () => {
    const person = await world.person();
    const now = await announce();
    await announce({ title: 'Later', starts_at: soon(1) });
    await announce({ title: 'Careful', level: 'warning', ends_at: soon(1) });
    await announce({ title: 'Newest' });
    expect(await seenBy(person)).toEqual(['Careful', 'Newest', 'New exits']);
    await world.sql(`UPDATE announcement SET ends_at = now() WHERE title = 'Careful'`);
    await service.end(admin, now.id);
    expect(await seenBy(person)).toEqual(['Newest']);
    const { announcements } = await service.list();
    expect(announcements.map(({ title, state }) => [title, state])).toEqual([
      ...[
        ['Newest', 'active'],
        ['Careful', 'ended'],
        ['Later', 'scheduled'],
      ],
      ['New exits', 'ended'],
    ]);
  });

  it('should be for customers with a proxy of the kind in service', async () => {
    const [owner, other, former] = [
      await world.person(),
      await world.person(),
      await world.person(),
    ];
    await world.proxies(owner);
    await world.proxies(former, { ends: '-1 day', status: 'expired' });
    await announce({ title: 'To you', audience: 'residential' });
    await announce({ title: 'To others', audience: 'mobile' });
    expect(await Promise.all([owner, other, former].map(seenBy))).toEqual([['To you'], [], []]);
  });

  it('should refuse an end before the start, and changes after the end', async () => {
    const ended = { kind: 'conflict', code: 'ANNOUNCEMENT_ENDED' };
    await expect(announce({ ends_at: soon(-1) })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(announce({ starts_at: soon(2), ends_at: soon(1) })).rejects.toMatchObject({
      details: { ends_at: [expect.any(String)] },
    });
    const { id } = await announce();
    expect(await announce({ title: 'Corrected' }, id)).toMatchObject({ id, title: 'Corrected' });
    await service.end(admin, id);
    await expect(announce({}, id)).rejects.toMatchObject(ended);
    await expect(service.end(admin, id)).rejects.toMatchObject(ended);
    await expect(announce({}, 4711)).rejects.toMatchObject({ code: 'ANNOUNCEMENT_NOT_FOUND' });
    const log = await world.sql(`SELECT details FROM audit_log WHERE target = $1 ORDER BY id`, [
      `announcement:${id}`,
    ]);
    expect(log.map(({ details }) => details)).toEqual([
      'Published the announcement “New exits”',
      'Changed the announcement “Corrected”',
      'Ended the announcement “Corrected”',
    ]);
  });

  it('should give each customer of the audience one message, whatever the workers do', async () => {
    // More than one statement takes.
    await world.sql(`INSERT INTO users (name, email, email_verified_at)
      SELECT 'Many', 'many-' || n || '@example.com', now() FROM generate_series(1, 2500) n`);
    const [owner, other] = [await world.person(), await world.person()];
    await world.proxies(owner);
    const all = await announce({ to_inbox: true });
    await announce({ title: 'Yours', to_inbox: true, audience: 'residential' });
    await announce({ title: 'Not yet', to_inbox: true, starts_at: soon(1) });
    await world.race();
    await world.notices.sendDue();
    const message = { kind: 'announcement', text: 'In Lagos.', link: '/dashboard' };
    expect(await world.inboxOf(other)).toEqual([{ ...message, title: 'New exits' }]);
    expect((await world.inboxOf(owner)).map(({ title }) => title).sort()).toEqual([
      ...['New exits', 'Yours'],
    ]);
    const [count] = await world.sql(`SELECT count(*)::int AS messages,
        count(DISTINCT user_id)::int AS readers, (SELECT count(*)::int FROM users WHERE role = 'user') AS customers
      FROM inbox_message WHERE title = 'New exits'`);
    expect(count!.messages).toBe(count!.readers);
    expect(count!.readers).toBe(count!.customers);
    const { announcements } = await service.list();
    const sent = announcements.find(({ id }) => id === all.id);
    expect(sent).toMatchObject({ inbox_count: count!.readers, inbox_sent_at: expect.any(Date) });
  });

  it('should reach inboxes as plain text', () => {
    expect(toInboxText('# Hello\nSee [our page](https://a.example/b) for `code`, __now__.')).toBe(
      'Hello\nSee our page (https://a.example/b) for code, now.',
    );
    expect(toInboxText('x'.repeat(600))).toHaveLength(500);
  });
});
