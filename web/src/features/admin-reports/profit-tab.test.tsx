import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getStatistics } from '@/testing/antd';
import { setUpApi } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { freezeClock } from '@/testing/clock';
import { recordDownloads } from '@/testing/downloads';
import { visibleMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import type { Profit } from './profit';
import ReportsPage from './reports-page';

const GET = 'GET /admin/profit';
const EXPORT = 'POST /admin/profit/export';

const TOTALS = {
  ...{ revenue: 10_000, refunds: 500, chargebacks: 6500, net_revenue: 3000, cost: 1200.4 },
  ...{ fees: 150, bonuses: 500, goodwill: 100, profit: 1049.6 },
  ...{ margin: 1799.6, margin_percent: 60, traffic_bytes: 2 ** 31, billed_bytes: 2 ** 30 },
};
const NOTHING = {
  ...{ revenue: 0, refunds: 0, chargebacks: 0, net_revenue: 0, cost: 0, margin: 0 },
  ...{ fees: 0, bonuses: 0, goodwill: 0, profit: 0 },
  ...{ margin_percent: null, traffic_bytes: 0, billed_bytes: 0 },
};

const profit = (over: Partial<Profit> = {}): Profit => ({
  ...{ from: '2026-11-02', to: '2026-12-01', group_by: 'day', exchange_rate: 1600 },
  rows: [{ ...TOTALS, key: '2026-11-20', label: '20 Nov 2026' }],
  ...{ totals: TOTALS, unpriced_units: 0 },
  ...over,
});

describe('the tab Profit', () => {
  const api = setUpApi(() => signInAs('admin'));
  const saved = recordDownloads();

  mockWideViewport();
  beforeEach(() => {
    // In Lagos it is 1 December.
    freezeClock('2026-11-30T23:30:00Z');
    api.on(GET, ok(profit()));
  });

  const open = (address = '/admin/reports?tab=profit') => ({
    ...renderAt(<ReportsPage />, address),
    person: userEvent.setup({ delay: null }),
  });
  const asked = () => api.calls(GET).map(({ query }) => Object.fromEntries(query));

  it('shows totals and rows of the period, by another group on request', async () => {
    const { router } = open('/admin/reports?tab=profit&period=7');
    const table = within(await screen.findByRole('table', { name: 'Profit' }));
    expect(table.getAllByRole('row')[1]).toHaveTextContent(
      /20 Nov 2026₦10,000₦500₦6,5002 GB1 GB₦1,200₦1,80060%₦750₦1,050/,
    );
    expect(getStatistics()).toEqual([
      ['Net revenue', '₦3,000', '₦10,000 sold, ₦7,000 refunds and chargebacks'],
      ['Supply cost', '₦1,200', '2 GB at providers, 1 GB billed; ₦1,600 per dollar, today’s rate'],
      ['Margin', '₦1,800', '60% of net revenue'],
      ['Profit', '₦1,050', 'Less payment fees ₦150, bonuses ₦500, goodwill ₦100'],
    ]);
    api.on(
      GET,
      ok(
        profit({
          group_by: 'network',
          unpriced_units: 12,
          rows: [{ ...TOTALS, key: null, label: 'No network', billed_bytes: null }],
        }),
      ),
    );
    await selectOption('Group by', 'By network');
    await screen.findByText('No network');
    expect(screen.queryByRole('columnheader', { name: 'Billed traffic' })).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent(/12 in stock have no purchase price/);
    const days = { from: '2026-11-25', to: '2026-12-01' };
    expect(asked()).toEqual([
      { ...days, group_by: 'day' },
      { ...days, group_by: 'network' },
    ]);
    expect(router.state.location.search).toBe('?tab=profit&period=7&group=network');
    expect(api.calls('GET /admin/analytics')).toHaveLength(0);
  });

  it('draws the profit of each day of the period, also of those without sales', async () => {
    const rows = [
      { ...TOTALS, key: '2026-11-20', label: '20 Nov 2026' },
      { ...TOTALS, profit: -400, key: '2026-11-22', label: '22 Nov 2026' },
    ];
    api.on(GET, ok(profit({ rows })));
    open();
    const chart = await screen.findByRole('img', {
      name: 'Profit by day. Best day: 20 Nov 2026 with ₦1,050.',
    });
    const titles = [...chart.querySelectorAll('[title]')].map((day) => day.getAttribute('title'));
    expect(titles).toHaveLength(30);
    expect(titles.slice(18, 21)).toEqual([
      ...['20 Nov 2026: ₦1,050', '21 Nov 2026: ₦0', '22 Nov 2026: -₦400'],
    ]);
  });

  it('says when costs appear, and offers Retry after an error', async () => {
    const replies = [errorReply(403), ok(profit({ rows: [], totals: NOTHING }))];
    api.on(GET, () => replies.shift() ?? {});
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(
      await screen.findByText(
        'No sales and no costs in this period. Costs appear once a network with a price carries traffic.',
      ),
    ).toBeInTheDocument();
  });

  it.each([
    ['Export PDF', 'PDF', 'pdf'],
    ['Export Excel', 'EXCEL', 'xlsx'],
    ['Export CSV', 'CSV', 'csv'],
  ])('downloads the file of %s', async (button, name, format) => {
    api.on(EXPORT, { headers: { 'Content-Disposition': 'attachment' }, body: 'FILE' });
    const { person } = open('/admin/reports?tab=profit&group=kind');
    await person.click(screen.getByRole('button', { name: button }));
    await waitFor(() =>
      expect(visibleMessages()).toEqual([`${name} report downloaded successfully!`]),
    );
    const days = { from: '2026-11-02', to: '2026-12-01' };
    expect(api.calls(EXPORT).map(({ body }) => body)).toEqual([
      { format, group_by: 'kind', ...days },
    ]);
    expect(saved.map((file) => file.name)).toEqual([`profit-kind-2026-11-02-2026-12-01.${format}`]);
  });
});
