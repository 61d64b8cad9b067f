import { StatusModule } from '../../../src/admin/status/status.module';
import { StatusService } from '../../../src/admin/status/status.service';
import { IncidentsService } from '../../../src/admin/status/incidents.service';
import type { Actor } from '../../../src/common/security/actor';
import { createTestModule, type TestModule } from '../../support/testing-module';

describe('Status', () => {
  let testModule: TestModule;
  let status: StatusService;
  const api = jest.spyOn(globalThis, 'fetch');

  beforeAll(async () => {
    testModule = await createTestModule([StatusModule]);
    status = testModule.module.get(StatusService);
  }, 60_000);
  beforeEach(() => api.mockResolvedValue(new Response()));
  afterAll(() => testModule.close());

  /** As a minute later. */
  const observe = async (times = 1) => {
    for (let minute = 0; minute < times; minute += 1) {
      await testModule.sql(`UPDATE status_day SET observed_at = observed_at - interval '1 minute'`);
      await status.observe();
    }
  };
  const read = () => new StatusService(...toParts()).read();
  const toParts = () => {
    const { config, uow, incidents } = status as unknown as Record<string, never>;
    return [config!, uow!, incidents!] as const;
  };
  const find = async (id: string) =>
    (await read()).components.find((component) => component.id === id);

  it('should know nothing before the first observation', async () => {
    const { components, incidents } = await read();
    expect(components.map(({ name, state, uptime }) => [name, state, uptime])).toEqual(
      [
        ...['API', 'Payments', 'Gateway', 'Residential proxies', 'Mobile proxies'],
        ...['Datacenter proxies', 'Email'],
      ].map((name) => [name, 'unknown', null]),
    );
    expect(incidents).toEqual([]);
  });

  it('should count minutes, and one observation a minute', async () => {
    await observe();
    await status.observe();
    await testModule.sql(`UPDATE status_day SET minutes_observed = 3, minutes_up = 2
                          WHERE component = 'api'`);
    expect(await find('api')).toMatchObject({ state: 'up', uptime: 66.66 });
    expect(await find('email')).toMatchObject({ state: 'up', uptime: 100 });
    // None has ever sent a heartbeat.
    expect(await find('gateway')).toMatchObject({ state: 'unknown', uptime: null });
    const [row] = await testModule.sql(`SELECT minutes_observed FROM status_day
                                        WHERE component = 'email'`);
    expect(row).toEqual({ minutes_observed: 1 });
  });

  it('should open an incident in the third minute of an outage, and close it when it is over', async () => {
    api.mockRejectedValue(new Error('refused'));
    await observe(2);
    expect(await find('api')).toMatchObject({ state: 'down' });
    const open = async () =>
      (await read()).incidents.filter(({ component }) => component === 'api');
    expect(await open()).toEqual([]);
    await observe(2);
    expect(await open()).toEqual([
      expect.objectContaining({
        title: 'Outage: API',
        body: '',
        started_at: expect.any(Date),
      }),
    ]);
    api.mockResolvedValue(new Response());
    await observe();
    expect(await open()).toEqual([]);
    expect(await find('api')).toMatchObject({ state: 'up' });
  });

  it('should show what staff open and post, resolved by them alone and for 14 days', async () => {
    const [row] = await testModule.sql<{ id: number }>(
      `INSERT INTO users (name, email, role) VALUES ('Chief', 'chief@example.com', 'admin') RETURNING id`,
    );
    const admin = {
      userId: row!.id,
      role: 'admin',
      name: 'Chief',
      email: '',
      ip: '',
      userAgent: '',
    } as Actor;
    const incidents = testModule.module.get(IncidentsService);
    const body = 'We look into it.';
    await incidents.open(admin, { title: 'Slow', component: 'email', impact: 'degraded', body });
    await observe(4);
    const [opened] = (await read()).incidents;
    expect(opened).toMatchObject({
      ...{ title: 'Slow', component: 'email', impact: 'degraded', body },
      ...{ automatic: false, resolved_at: null, updates: [] },
    });
    const { id } = opened!;
    await incidents.update(admin, id, { body: 'Found.', resolve: false });
    await incidents.update(admin, id, { body: 'Mended.', resolve: true });
    const again = incidents.update(admin, id, { body: 'More.', resolve: false });
    await expect(again).rejects.toMatchObject({ code: 'INCIDENT_RESOLVED' });
    const { incidents: open, recent } = await read();
    expect(open).toEqual([]);
    expect(recent.find((incident) => incident.id === id)).toMatchObject({
      resolved_at: expect.any(Date),
      updates: [{ body: 'Mended.' }, { body: 'Found.' }],
    });
    const log = await testModule.sql(
      `SELECT details FROM audit_log WHERE target = $1 ORDER BY id`,
      [`incident:${id}`],
    );
    expect(log.map(({ details }) => details)).toEqual([
      'Opened the incident “Slow”: We look into it.',
      'Updated the incident “Slow”: Found.',
      'Resolved the incident “Slow”: Mended.',
    ]);
    await testModule.sql(`UPDATE status_incident SET resolved_at = now() - interval '15 days'`);
    expect((await read()).recent).toEqual([]);
  });

  it('should open no second incident for what staff have opened one', async () => {
    await testModule.sql(`INSERT INTO status_incident (component, title, started_at, manual)
                          VALUES ('api', 'Known', now(), true)`);
    api.mockRejectedValue(new Error('refused'));
    await observe(4);
    expect((await read()).incidents.map(({ title }) => title)).toEqual(['Known']);
    await testModule.sql(`UPDATE status_incident SET resolved_at = now()`);
    await observe();
    expect((await read()).incidents.map(({ title }) => title)).toEqual(['Outage: API']);
    api.mockResolvedValue(new Response());
    await observe();
  });

  it('should not know the payments before the first complete reconciliation', async () => {
    const reconcile = (isComplete: boolean) =>
      testModule.sql(
        `INSERT INTO payment_reconciliation
         (window_from, window_to, complete, listed, credited, settled, started_at, finished_at)
         VALUES (now(), now(), $1, 0, 0, 0, now(), now())`,
        [isComplete],
      );
    expect(await find('payments')).toMatchObject({ state: 'unknown', uptime: null });
    await reconcile(false);
    await observe();
    expect(await find('payments')).toMatchObject({ state: 'unknown', uptime: null });
    await reconcile(true);
    await observe();
    expect(await find('payments')).toMatchObject({ state: 'up', uptime: 100 });
  });

  it('should see an incomplete reconciliation, mail that fails and a gateway that is silent', async () => {
    await testModule.sql(`INSERT INTO payment_reconciliation
      (window_from, window_to, complete, listed, credited, settled, started_at, finished_at)
      VALUES (now(), now(), false, 0, 0, 0, now(), now())`);
    await testModule.sql(`INSERT INTO mail_message (recipient, subject, attempts, created_at)
      VALUES ('ada@example.com', 'Hello', 2, now() - interval '1 hour')`);
    await testModule.sql(`INSERT INTO status_day (component, day, minutes_observed, minutes_up, misses, observed_at)
      VALUES ('gateway', current_date, 1, 1, 0, now() - interval '1 hour')`);
    await observe();
    for (const id of ['payments', 'email', 'gateway'])
      expect(await find(id)).toMatchObject({ id, state: 'down' });
  });

  it('should forget the state of what is not observed any more', async () => {
    await testModule.sql(`UPDATE status_day SET observed_at = now() - interval '6 minutes'`);
    expect((await find('api'))?.state).toBe('unknown');
  });

  it('should answer for ten seconds from the first read', async () => {
    expect(status.read()).toBe(status.read());
    await status.read();
  });
});
