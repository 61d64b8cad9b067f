import { readSearch } from '@/lib/list-search';
import { selectUsage, usageSearch, type UsageSearch } from './usage-search';
import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { freezeClock } from '@/testing/clock';
import { recordDownloads } from '@/testing/downloads';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination, proxy } from '@/testing/samples';
import UsagePage from './usage-page';

const NOW = new Date('2026-11-20T23:30:00Z');

const select = (query: string) =>
  selectUsage(readSearch<UsageSearch>(usageSearch, new URLSearchParams(query)), NOW);

describe('the usage of a URL', () => {
  it.each([
    ['', '2026-10-23', undefined, 'day'],
    ['period=24h', '2026-11-20T00:00:00.000Z', undefined, 'hour'],
    ['period=7d&by=hour', '2026-11-15', undefined, 'hour'],
    ['period=90d&by=month', '2026-08-24', undefined, 'month'],
    ['period=12m', '2025-12-01', undefined, 'month'],
    ['period=dates&from=2026-11-01&to=2026-11-01', '2026-11-01', '2026-11-01', 'hour'],
    ['period=dates&from=2024-01-01&to=2026-11-01', '2024-01-01', '2026-11-01', 'month'],
  ])('should read %s', (query, from, to, interval) => {
    expect(select(query)).toMatchObject({ from, interval });
    expect(select(query).to).toBe(to);
  });

  it('should not draw more than a few hundred bars', () => {
    expect(select('period=90d&by=hour').interval).toBe('day');
    expect(select('period=dates&from=2024-01-01&to=2026-11-01&by=day').interval).toBe('month');
  });

  it('should ignore dates that are none, or in the wrong order', () => {
    expect(select('period=dates&from=2026-99-01&to=x').from).toBe('2026-10-23');
    expect(select('period=dates&from=2026-11-02&to=2026-11-01').from).toBe('2026-10-23');
  });
});

const REPORT = 'GET /user/usage';

const FAILURES = 'GET /user/usage/failures';

const EXPORT = 'GET /user/usage/export';

const TARGETS = 'GET /user/usage/targets';

const GB = 1024 ** 3;

const none = { down: 0, up: 0, requests: 0, failures: 0 };

const used = { down: 3 * GB, up: GB, requests: 1200, failures: 14 };

const report = {
  interval: 'day',
  from: '2026-11-18T23:00:00.000Z',
  to: '2026-11-20T23:00:00.000Z',
  buckets: [
    { from: '2026-11-18T23:00:00.000Z', ...none, peak_connections: 0 },
    { from: '2026-11-19T23:00:00.000Z', ...used, peak_connections: 23 },
  ],
  totals: used,
  countries: [{ country: 'ng', ...used }],
  protocols: [
    { protocol: 'connect', down: 2 * GB, up: GB, requests: 1000 },
    { protocol: 'unknown', down: GB, up: 0, requests: 200 },
  ],
  peak_connections: 23,
  projected_end_at: '2026-12-01T08:00:00.000Z',
};

const failure = {
  reason: 'QUOTA_EXCEEDED',
  count: 14,
  last_at: '2026-11-20T08:30:00.000Z',
  title: 'Traffic used up',
  cause: 'The traffic of this proxy is used up.',
  how_to_fix: 'Add traffic or renew the proxy.',
};

describe('UsagePage', () => {
  const api = serveApi({
    'GET /user/proxies': ok({ proxies: [proxy()], pagination: pagination(1) }),
    [REPORT]: ok(report),
    [FAILURES]: ok([failure]),
    [TARGETS]: ok({ enabled: false, kept_days: 30, targets: [] }),
  });
  const downloads = recordDownloads();

  beforeEach(() => freezeClock());

  const open = (address = '/usage') => renderAt(<UsagePage />, address).router;
  const lastQuery = (route = REPORT) => Object.fromEntries(api.calls(route).at(-1)?.query ?? []);
  const shown = (label: string) =>
    screen.getByText(label, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;

  it('should count by host only once the customer switches it on', async () => {
    open();
    const toggle = await screen.findByRole('switch', { name: 'Count traffic by host' });
    expect(toggle).not.toBeChecked();
    expect(toggle).toHaveAccessibleDescription(/^Off\. Turn it on/);
    api.on('PUT /user/usage/targets', ok({}));
    api.on(TARGETS, ok({ enabled: true, kept_days: 30, targets: [] }));
    await person.click(toggle);
    expect(await screen.findByText('Nothing was counted in this period yet.')).toBeVisible();
    expect(api.calls('PUT /user/usage/targets')[0]?.body).toEqual({ enabled: true });
    expect(toggle).toBeChecked();
  });

  it('should list hosts by traffic, and delete them when asked twice', async () => {
    const targets = [
      { host: 'example.com', up: GB, down: 2 * GB, requests: 1200 },
      { host: 'udp', up: 5, down: 5, requests: 1 },
      { host: null, up: 0, down: 1024, requests: 7 },
    ];
    api.on(TARGETS, ok({ enabled: true, kept_days: 30, targets }));
    open();
    const table = within(await screen.findByRole('region', { name: 'Usage by host' }));
    const rows = table.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'HostReceivedSentRequests',
      'example.com2 GB1 GB1,200',
      expect.stringMatching(/^UDP datagrams/),
      expect.stringMatching(/^Other hosts/),
    ]);
    api.on('DELETE /user/usage/targets', ok({}));
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    api.on(TARGETS, ok({ enabled: true, kept_days: 30, targets: [] }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Nothing was counted in this period yet.')).toBeVisible();
    expect(api.calls('DELETE /user/usage/targets')).toHaveLength(1);
  });

  it('should show totals, a chart with its table, countries, protocols, and how to fix failures', async () => {
    open();
    expect(await screen.findByRole('img', { name: /Traffic by day.*4 GB/ })).toBeInTheDocument();
    expect(['Received', 'Sent', 'Requests', 'Failures'].map(shown)).toEqual([
      '3 GB',
      '1 GB',
      '1,200',
      '14',
    ]);
    const rows = within(
      screen.getByRole('region', { name: 'Usage by day', hidden: true }),
    ).getAllByRole('row', { hidden: true });
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      '20 Nov 20263 GB1 GB1,2001423',
      '19 Nov 20260 B0 B000',
    ]);
    expect(screen.getByRole('region', { name: 'By country' })).toHaveTextContent('Nigeria4 GB100%');
    const protocols = screen.getByRole('region', { name: 'By protocol' });
    expect(protocols).toHaveTextContent('HTTPS (tunnels)3 GB75%1,000');
    expect(protocols).toHaveTextContent('Not recorded1 GB25%200');
    expect(protocols).toHaveTextContent(
      'The most connections that one proxy had open at once: 23.',
    );
    const failures = screen.getByRole('region', { name: 'Failures by reason' });
    expect(await within(failures).findByText('14 times')).toBeInTheDocument();
    expect(failures).toHaveTextContent('How to fix: Add traffic or renew the proxy.');
    expect(lastQuery()).toEqual({ from: '2026-10-22', interval: 'day' });
    expect(lastQuery(FAILURES)).toEqual({ from: '2026-10-22' });
    expect(
      screen.getByText(/the first proxy runs out of traffic in about \d+ days, on 1 Dec 2026/),
    ).toBeVisible();
  });

  it('should filter by period, interval and proxy in the URL, and tell when its traffic ends', async () => {
    const router = open();
    await selectOption('Period', 'Last 7 days');
    await waitFor(() => expect(lastQuery()).toEqual({ from: '2026-11-14', interval: 'day' }));
    await selectOption('By', 'Hour');
    await waitFor(() => expect(lastQuery().interval).toBe('hour'));
    await selectOption('Proxy', '#4 · Residential · Nigeria');
    await waitFor(() => expect(lastQuery(FAILURES).proxy_id).toBe('4'));
    expect(
      await screen.findByText(/its traffic lasts about \d+ days, until 1 Dec 2026/),
    ).toBeVisible();
    expect(router.state.location.search).toBe('?period=7d&by=hour&proxy_id=4');
  });

  it('should show dates that a URL has, and tell why the API refuses them', async () => {
    api.on(
      REPORT,
      errorReply(422, {
        message: 'Invalid',
        errors: { from: ['Choose a shorter period: at most 5 years by month.'] },
      }),
    );
    open('/usage?period=dates&from=2020-01-01&to=2026-11-01');
    expect(await screen.findByText(/at most 5 years/)).toBeInTheDocument();
    expect(await screen.findByLabelText('From')).toHaveValue('1 Jan 2020');
    expect(lastQuery()).toEqual({ from: '2020-01-01', to: '2026-11-01', interval: 'month' });
  });

  it('should download what is shown as CSV', async () => {
    api.on(EXPORT, { body: 'from,up\n' });
    open('/usage?proxy_id=4');
    await screen.findByRole('img', { name: /Traffic by day/ });
    await person.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() =>
      expect(downloads.map(({ name }) => name)).toEqual(['usage-2026-10-22-2026-11-20.csv']),
    );
    expect(lastQuery(EXPORT)).toEqual({ from: '2026-10-22', interval: 'day', proxy_id: '4' });
  });

  it.each([
    [1, 'Make your first connection', '/proxyhistory'],
    [0, 'Buy New Proxy', '/buyproxy'],
  ])('should lead a customer with %i proxies to the first connection', async (count, name, to) => {
    api.on('GET /user/proxies', ok({ proxies: [], pagination: pagination(count) }));
    api.on(REPORT, ok({ ...report, totals: none, countries: [] }));
    api.on(FAILURES, ok([]));
    open();
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to);
  });

  it('should show failures without traffic', async () => {
    api.on(
      REPORT,
      ok({ ...report, totals: none, countries: [], protocols: [], peak_connections: 0 }),
    );
    open();
    expect(await screen.findByText('Traffic used up')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'By protocol' })).toBeNull();
  });

  it('should offer to clear the filters where they leave nothing', async () => {
    api.on(REPORT, ok({ ...report, totals: none, countries: [] }));
    api.on(FAILURES, ok([]));
    const router = open('/usage?period=7d&proxy_id=4');
    await person.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('should offer another try when the report cannot be loaded', async () => {
    api.on(REPORT, errorReply(500, { message: 'Something broke.' }));
    open();
    await screen.findByText('Something broke.');
    api.on(REPORT, ok(report));
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('img', { name: /Traffic by day/ })).toBeInTheDocument();
  });
});
