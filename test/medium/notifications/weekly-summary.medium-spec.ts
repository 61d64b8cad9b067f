import { Clock, DAY, HOUR } from '../../../src/common/time/clock';
import type { Actor } from '../../../src/common/security/actor';
import { lastWeek, type Week, dayOf, readableDay } from '../../../src/common/time/calendar';
import { NotificationRules } from '../../../src/notifications/notification-rules';
import { UsageService } from '../../../src/proxies/usage/usage.service';
import { Money } from '../../../src/common/money/money';
import { WalletService } from '../../../src/wallet/wallet.service';
import { WalletStatsService } from '../../../src/wallet/statement/wallet-stats.service';
import {
  createNotificationsTestApp,
  type NotificationsTestApp,
  type Person,
} from './notifications-test-app';

jest.setTimeout(120_000);

const GB = 2 ** 30;
const MB = 2 ** 20;

describe('The weekly summary', () => {
  let world: NotificationsTestApp;
  /** This week, which the summaries of next Monday are about. */
  let week: Week;
  beforeEach(async () => {
    world = await createNotificationsTestApp();
    week = lastWeek(new Date(Date.now() + 7 * DAY));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await world.close();
  });

  const setTime = (at: Date) => jest.spyOn(Clock.prototype, 'now').mockReturnValue(at);
  /** A time after the first Monday after this week at midnight in Lagos. */
  const onMonday = (hours: number, weeksLater = 0) =>
    setTime(new Date(week.until.getTime() + weeksLater * 7 * DAY + hours * HOUR));
  const run = () => world.notices.sendDue();

  const reader = async (): Promise<Person> => {
    const person = await world.person();
    await world.prefer(person, { weekly_summary: true, low_balance: false, expiry: false });
    return person;
  };
  const summariesOf = async (person: Person) =>
    (await world.mailsTo(person)).filter(({ subject }) => subject.startsWith('Your week at'));
  const messagesOf = async (person: Person) =>
    (await world.inboxOf(person)).filter(({ kind }) => kind === 'weekly_summary');

  /** Traffic that the gateways counted. */
  const use = async (proxyId: number, at: Date, bytes: number) =>
    world.sql(
      `INSERT INTO usage_hour (proxy_id, hour, bytes_up, bytes_down, requests)
       VALUES ($1, $2, 1, $3::bigint - 1, 1)`,
      [proxyId, at, bytes],
    );
  const later = (ms: number) => new Date(week.from.getTime() + ms);

  it('should add up the week, the same as the pages about usage and payments', async () => {
    const person = await reader();
    const other = await reader();
    await world.topUp(person, 20_000);
    await world.buy(person, 7000);
    await world.buy(person, 1500);
    await world.topUp(person, 100);
    await world.topUp(other, 5);
    const [first, second] = await world.proxies(person, { count: 2 });
    // The last moment before the week: the top-up of ₦100, and the purchase that the proxies come with.
    await world.sql(
      `UPDATE wallet_transaction SET created_at = $2 WHERE user_id = $1 AND amount_kobo IN (100, 10000)`,
      [person.id, later(-1)],
    );
    await use(first!, later(0), 3 * GB);
    await use(second!, later(7 * DAY - HOUR), 512 * MB);
    await use(second!, later(7 * DAY), 10 * GB);
    await use(second!, later(-HOUR), 10 * GB);

    onMonday(8);
    await run();
    const [mail] = await summariesOf(person);
    const end = new Date(week.until.getTime() - DAY);
    expect(mail!.subject).toBe(
      `Your week at NairaProxy, ${readableDay(week.from)} to ${readableDay(end)}`,
    );
    expect(mail!.text).toContain(
      'Spent: ₦8,500. Topped up: ₦20,000. Your balance is ₦11,600.\n\nTraffic: 3.5 GB.',
    );
    expect(mail!.text).toContain(
      `Most used:\n\nResidential proxy ${first} (Nigeria): 3 GB\n\nResidential proxy ${second} (Nigeria): 512 MB`,
    );
    expect(await messagesOf(person)).toEqual([
      {
        kind: 'weekly_summary',
        title: 'Your weekly summary',
        text: `${readableDay(week.from)} to ${readableDay(end)}.\nSpent: ₦8,500. Topped up: ₦20,000. Your balance is ₦11,600.\nTraffic: 3.5 GB.`,
        link: `/usage?period=dates&from=${dayOf(week.from)}&to=${dayOf(end)}`,
      },
    ]);
    expect((await summariesOf(other))[0]!.text).toContain('Spent: ₦0. Topped up: ₦5.');

    const { totals } = await world.module
      .get(UsageService, { strict: false })
      .getReport({ userId: person.id } as Actor, {
        ...{ from: dayOf(week.from), to: dayOf(end), interval: 'day' },
      });
    expect(totals.up + totals.down).toBe(3 * GB + 512 * MB);
    const money = await world.module
      .get(WalletStatsService, { strict: false })
      .getTotals(person.id, week.from, week.until);
    expect([money.spent.toNaira(), money.topUps.toNaira()]).toEqual([8500, 20_000]);
  });

  it('should say what was refunded when that was more than was spent', async () => {
    const person = await reader();
    const wallet = world.module.get(WalletService, { strict: false });
    await world.uow.run(() =>
      wallet.credit(
        {
          ...{ userId: person.id, reference: 'REFUND-1', type: 'credit', purpose: 'refund' },
          ...{ amount: Money.naira(700), description: 'Refund' },
        },
        { idempotencyKey: 'refund', kind: 'purchase_reversal', against: 'revenue' },
      ),
    );
    onMonday(8);
    await run();
    expect((await summariesOf(person))[0]!.text).toContain('Refunded: ₦700. Topped up: ₦0.');
  });

  it('should list five of the most used proxies, and what expires in seven days', async () => {
    const person = await reader();
    const ids = await world.proxies(person, { count: 7 });
    for (const [index, id] of ids.entries()) await use(id, later(DAY), (index + 1) * GB);
    const expiry = (id: number, days: number) =>
      world.sql('UPDATE proxy SET expires_at = $2 WHERE id = $1', [
        id,
        new Date(week.until.getTime() + 8 * HOUR + days * DAY),
      ]);
    for (const [index, id] of ids.entries()) await expiry(id, index < 6 ? index + 1 : 7.1);
    await world.sql(
      `INSERT INTO proxy_auto_renewal (proxy_id, enabled, gigabytes) VALUES ($1, true, 1)`,
      [ids[0]],
    );
    onMonday(8);
    await run();
    const [mail] = await summariesOf(person);
    const listed = (part: string) =>
      [...part.matchAll(/proxy (\d+) \(/g)].map(([, id]) => Number(id));
    const [used, expiring] = mail!.text.split('6 proxies expire in the next 7 days.');
    expect(listed(used!)).toEqual([...ids].reverse().slice(0, 5));
    expect(used).toContain('Traffic: 28 GB.');
    expect(listed(expiring!)).toEqual(ids.slice(0, 5));
    expect(expiring).toContain('And 1 more.');
    expect(expiring!.match(/renewed automatically/g)).toHaveLength(1);
    expect((await messagesOf(person))[0]!.text).toContain('6 proxies expire in the next 7 days.');
  });

  it('should be sent from Monday 08:00 in Lagos on, and again the week after', async () => {
    const person = await reader();
    await world.proxies(person);
    onMonday(8 - 1 / 3600);
    await run();
    expect([await summariesOf(person), await messagesOf(person)]).toEqual([[], []]);
    onMonday(8);
    await run();
    expect(await summariesOf(person)).toHaveLength(1);
    for (const hours of [8.1, 30, 7 * 24 + 7.9]) {
      onMonday(hours);
      await run();
    }
    expect(await summariesOf(person)).toHaveLength(1);
    onMonday(9, 1);
    await run();
    expect(
      [await summariesOf(person), await messagesOf(person)].map(({ length }) => length),
    ).toEqual([2, 2]);
    expect(
      await world.sql(
        `SELECT subject FROM notification_sent WHERE user_id = $1 AND kind = 'weekly_summary' ORDER BY 1`,
        [person.id],
      ),
    ).toEqual([
      { subject: `week:${week.id}` },
      { subject: expect.stringMatching(/^week:\d{4}-W\d\d$/) },
    ]);
  });

  it('should be sent late when no worker ran on Monday', async () => {
    const person = await reader();
    await world.proxies(person);
    onMonday(3 * 24);
    await run();
    expect(await summariesOf(person)).toHaveLength(1);
  });

  it('should not be sent to idle accounts, without the preference, or to others than active customers', async () => {
    const idle = await reader();
    const ended = await reader();
    const [old] = await world.proxies(ended, { ends: '-20 days' });
    await world.sql(`UPDATE proxy SET created_at = expires_at - interval '1 day' WHERE id = $1`, [
      old,
    ]);
    await world.sql(
      `UPDATE wallet_transaction SET created_at = now() - interval '30 days' WHERE user_id = $1`,
      [ended.id],
    );
    const silent = await world.person();
    await world.proxies(silent);
    const suspended = await reader();
    await world.proxies(suspended);
    await world.sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, [suspended.id]);
    const onlyMoney = await reader();
    await world.topUp(onlyMoney, 1);
    onMonday(8);
    await run();
    for (const person of [idle, ended, silent, suspended])
      expect([await summariesOf(person), await messagesOf(person)]).toEqual([[], []]);
    expect(await summariesOf(onlyMoney)).toHaveLength(1);
  });

  it('should begin with the next week when it is switched on after it was sent', async () => {
    const person = await world.person();
    await world.proxies(person);
    onMonday(8);
    await run();
    await world.prefer(person, { weekly_summary: true });
    onMonday(9);
    await run();
    expect(await summariesOf(person)).toEqual([]);
    onMonday(8, 1);
    await run();
    expect(await summariesOf(person)).toHaveLength(1);
  });

  it('should be sent once when workers race', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => reader()));
    for (const person of people) await world.topUp(person, 100);
    onMonday(8);
    await world.race();
    for (const person of people)
      expect([(await summariesOf(person)).length, (await messagesOf(person)).length]).toEqual([
        1, 1,
      ]);
  });

  it('should go through all customers in batches, with idle ones between them', async () => {
    const people: Person[] = [];
    for (let count = 0; count < 7; count += 1) people.push(await reader());
    for (const index of [0, 3, 6]) await world.topUp(people[index]!, 100);
    onMonday(8);
    const rules = world.module.get(NotificationRules);
    const more: boolean[] = [];
    do more.push(await rules.weeklySummaries(2));
    while (more.at(-1));
    expect(more).toEqual([true, true, true, false]);
    const counts = await Promise.all(people.map(async (p) => (await summariesOf(p)).length));
    expect(counts).toEqual([1, 0, 0, 1, 0, 0, 1]);
    expect(await rules.weeklySummaries(2)).toBe(false);
  });
});
