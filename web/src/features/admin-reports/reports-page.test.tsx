import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getStatistics } from '@/testing/antd';
import { setUpApi } from '@/testing/api-server';
import { listOptions, selectOption } from '@/testing/choices';
import { freezeClock } from '@/testing/clock';
import { recordDownloads } from '@/testing/downloads';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { report, signInAs } from '@/testing/staff';
import { visibleMessages } from '@/testing/messages';
import { mockWideViewport } from '@/testing/viewport';
import ReportsPage from './reports-page';

const GET = 'GET /admin/analytics';
const EXPORT = 'POST /admin/analytics/export';
const FAILED = 'Failed to fetch analytics data';

describe('ReportsPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  const saved = recordDownloads();

  mockWideViewport();
  beforeEach(() => {
    api.on(GET, ok(report()));
  });

  const open = (address = '/admin/reports') => ({
    ...renderAt(<ReportsPage />, address),
    person: userEvent.setup({ delay: null }),
  });
  const asked = () => api.calls(GET).map(({ query }) => Object.fromEntries(query));
  const texts = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent);

  it('requests 30 days by default, and again for another period or tab', async () => {
    const { person, router } = open();
    await screen.findByText('Revenue Trend');
    expect(await listOptions('Period')).toEqual([
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
      'Last year',
      ...['Today', 'Yesterday', 'This month', 'Last month', 'Custom dates'],
    ]);
    await selectOption('Period', 'Last year');
    await waitFor(() => expect(asked()).toHaveLength(2));
    await person.click(screen.getByRole('tab', { name: 'Revenue' }));
    await waitFor(() =>
      expect(asked()).toEqual([
        { period: '30', tab: 'overview' },
        { period: '365', tab: 'overview' },
        { period: '365', tab: 'revenue' },
      ]),
    );
    expect(router.state.location.search).toBe('?period=365&tab=revenue');
  });

  it('requests the days that were chosen, starting from those on screen', async () => {
    freezeClock('2026-11-30T23:30:00Z');
    const { person, router } = open();
    await screen.findByText('Revenue Trend');
    await selectOption('Period', 'Last month');
    await selectOption('Period', 'Custom dates');
    const end = await screen.findByLabelText('End date');
    await waitFor(() => expect(end).toHaveValue('30 Nov 2026'));
    await person.click(screen.getByLabelText('Start date'));
    await person.type(
      screen.getByLabelText('Start date'),
      '{Control>}a{/Control}2026-11-05{Enter}',
    );
    await person.type(end, '{Enter}');
    await waitFor(() =>
      expect(asked()).toEqual([
        { period: '30', tab: 'overview' },
        { period: 'last_month', tab: 'overview' },
        { from: '2026-11-01', to: '2026-11-30', tab: 'overview' },
        { from: '2026-11-05', to: '2026-11-30', tab: 'overview' },
      ]),
    );
    expect(router.state.location.search).toBe('?period=custom&from=2026-11-05&to=2026-11-30');
  });

  it('has the tabs Overview, Proxy Usage, Revenue, Performance and Profit', async () => {
    open();
    expect(texts(await screen.findAllByRole('tab'))).toEqual([
      'Overview',
      'Proxy Usage',
      'Revenue',
      'Performance',
      'Profit',
    ]);
  });

  it('shows the overview cards with value, change and colour, and a bar for each month', async () => {
    open();
    await screen.findByText('Revenue Trend');
    expect(getStatistics().slice(0, 2)).toEqual([
      ['Revenue', '₦125,000', '+12.5% compared with the previous period'],
      ['Orders', '33'],
    ]);
    const [revenue] = document.querySelectorAll('.ant-statistic');
    expect(revenue?.querySelector('.ant-badge-color-green')).not.toBeNull();
    const months = within(screen.getByRole('table', { name: 'Revenue by month' }));
    expect(texts(months.getAllByRole('row').slice(1))).toEqual([
      'Oct 2026₦45,0004',
      'Nov 2026₦80,0006',
    ]);
    expect(screen.getByRole('region', { name: 'Revenue Trend' })).toHaveTextContent(
      /Oct 2026₦45,000Nov 2026₦80,000/,
    );
  });

  it('shows count, share and revenue of each proxy type', async () => {
    open('/admin/reports?tab=proxy-usage');
    const row = await screen.findByRole('row', { name: /Mobile/ });
    expect(texts(within(row).getAllByRole('cell'))).toEqual(['Mobile', '75%', '12', '₦90,000']);
  });

  it('shows revenue, orders, monthly recurring, average order and countries', async () => {
    open('/admin/reports?tab=revenue');
    const row = await screen.findByRole('row', { name: /Nigeria/ });
    expect(texts(within(row).getAllByRole('cell'))).toEqual(['Nigeria', '80%', '9', '₦100,000']);
    expect(getStatistics()).toEqual([
      ['Total Revenue', '₦125,000', '33 orders'],
      [
        'Monthly Recurring',
        '₦40,000',
        'Last 30 days, from customers who also bought in the 30 days before',
      ],
      ['Average Order', '₦3,788'],
    ]);
  });

  it('shows the performance metrics, or that there are none yet', async () => {
    const { unmount } = open('/admin/reports?tab=performance');
    await screen.findByText('8 ms');
    expect(getStatistics().map(([label, value]) => [label, value])).toEqual([
      ['Average Response Time', '8 ms'],
      ['Success Rate', '99.98%'],
      ['Uptime', '99.9%'],
      ['Bandwidth', '12.5 GB'],
    ]);
    expect(getStatistics()[0]?.[2]).toBe('95% of requests under 21 ms');
    unmount();
    const nothing = { avg_response_time: null, success_rate: null, uptime: null };
    api.on(
      GET,
      ok(report({ performance_metrics: { ...report().performance_metrics, ...nothing } })),
    );
    open('/admin/reports?tab=performance');
    expect(await screen.findAllByText('No data yet')).toHaveLength(3);
  });

  it('shows the loading, error with Retry, and empty states', async () => {
    const replies = [
      errorReply(403, { message: 'Not today.' }),
      errorReply(403, { message: '' }),
      ok(report({ overview_stats: [], revenue_data: [] })),
    ];
    api.on(GET, () => replies.shift() ?? {});
    const { person } = open();
    expect(screen.getByText('Loading report')).toBeInTheDocument();
    const retry = async () => person.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Not today.', { selector: 'p' })).toBeInTheDocument();
    await retry();
    expect(await screen.findByText(FAILED, { selector: 'p' })).toBeInTheDocument();
    await waitFor(() => expect(visibleMessages()).toEqual(['Not today.', FAILED]));
    await retry();
    expect(await screen.findByText('No data available')).toBeInTheDocument();
  });

  describe('export', () => {
    /** In Lagos, where a day begins an hour before it does in London. */
    const TODAY = '2026-12-01';
    beforeEach(() => freezeClock('2026-11-30T23:30:00Z'));

    it.each([
      ['pdf', 'Export PDF', 'pdf'],
      ['excel', 'Export Excel', 'xlsx'],
    ])('downloads the file of the server as %s', async (format, button, extension) => {
      const name = format.toUpperCase();
      let during: string[] = [];
      api.on(EXPORT, () => {
        during = visibleMessages();
        return { headers: { 'Content-Disposition': 'attachment' }, body: 'FILE' };
      });
      const { person } = open('/admin/reports?tab=revenue&period=90');
      await screen.findByText('Monthly Recurring');
      await person.click(screen.getByRole('button', { name: button }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual([`${name} report downloaded successfully!`]),
      );
      expect(during).toEqual([`Generating ${name} report...`]);
      expect(api.calls(EXPORT).map(({ body }) => body)).toEqual([
        { format, report_type: 'revenue', period: '90' },
      ]);
      expect(saved.map((file) => file.name)).toEqual([`analytics-revenue-${TODAY}.${extension}`]);
      expect(await saved[0]?.content.text()).toBe('FILE');
    });

    it.each([
      ['Export Excel', 'EXCEL', 'csv'],
      ['Export PDF', 'PDF', 'json'],
    ])('falls back to a file of the loaded data: %s', async (button, name, extension) => {
      api.on(EXPORT, errorReply(500));
      const { person } = open('/admin/reports?tab=proxy-usage');
      await screen.findByRole('row', { name: /Mobile/ });
      await person.click(screen.getByRole('button', { name: button }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual([
          `Failed to export ${name} report`,
          `${extension.toUpperCase()} report downloaded successfully!`,
          `The server could not create the ${name} file. This one holds the figures on screen.`,
        ]),
      );
      expect(saved.map((file) => file.name)).toEqual([
        `analytics-proxy-usage-${TODAY}.${extension}`,
      ]);
      expect(await saved[0]?.content.text()).toContain('mobile');
    });

    it('reports that there is no data while nothing is loaded', async () => {
      api.on(GET, errorReply(403));
      api.on(EXPORT, errorReply(500));
      const { person } = open();
      await screen.findByRole('button', { name: 'Retry' });
      await person.click(screen.getByRole('button', { name: 'Export PDF' }));
      await waitFor(() => expect(visibleMessages()).toContain('No data available for export'));
      expect(saved).toEqual([]);
    });

    it('reports that the fallback file could not be generated', async () => {
      api.on(EXPORT, errorReply(500));
      const { person } = open();
      await screen.findByText('Revenue Trend');
      const broken = jest.spyOn(URL, 'createObjectURL').mockImplementation(() => {
        throw new Error('no room');
      });
      await person.click(screen.getByRole('button', { name: 'Export Excel' }));
      await waitFor(() => expect(visibleMessages()).toContain('Failed to generate export file'));
      broken.mockRestore();
      expect(saved).toEqual([]);
    });
  });
});
