import type { AuditLog } from './audit-log';
import AuditPage, { auditFile, auditFileName } from './audit-page';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getDescription, getStatistics } from '@/testing/antd';
import { setUpApi } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { freezeClock } from '@/testing/clock';
import { recordDownloads } from '@/testing/downloads';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { auditLog, signInAs } from '@/testing/staff';
import { visibleMessages } from '@/testing/messages';
import { mockWideViewport } from '@/testing/viewport';

const log: AuditLog = {
  id: 7,
  timestamp: '2026-11-20T10:00:00.000Z',
  user_id: 1,
  user: '=HYPERLINK("http://evil")',
  userRole: 'admin',
  action: 'user.created',
  category: 'user',
  target: 'user:9',
  details: 'Added user Ada, "the first"',
  ipAddress: '127.0.0.1',
  userAgent: 'curl',
  severity: 'medium',
  changes: null,
};

describe('the client-side audit export', () => {
  it('should have the columns of the server’s file and escape formulas', async () => {
    const text = await auditFile([log], 'csv').text();
    const [header, row] = text.replace('\uFEFF', '').split('\r\n');
    expect(header).toBe(
      'ID,Timestamp,User,User Role,Action,Category,Target,Details,IP Address,User Agent,Severity',
    );
    expect(row).toBe(
      `7,2026-11-20T10:00:00.000Z,"'=HYPERLINK(""http://evil"")",admin,user.created,user,user:9,"Added user Ada, ""the first""",127.0.0.1,curl,medium`,
    );
  });

  it('should contain all fields as JSON', async () => {
    expect(JSON.parse(await auditFile([log], 'json').text())).toEqual([log]);
  });

  it('should be named by day', () => {
    expect(auditFileName('csv', '2026-11-20')).toBe('audit-logs-2026-11-20.csv');
  });
});

const LIST = 'GET /admin/audit/logs';

const EXPORT = 'POST /admin/audit/export';

const statistics = { total_logs: 5310, high_severity: 12, todays_activity: 48, admin_actions: 900 };

const FAILED = 'Failed to fetch audit logs';

describe('AuditPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  const saved = recordDownloads();

  mockWideViewport();
  beforeEach(() => {
    serve([auditLog()]);
  });

  const serve = (logs: object[], figures: object = statistics) =>
    api.on(LIST, ({ query }) =>
      ok({
        logs,
        pagination: pagination(logs.length, {
          page: Number(query.get('page') ?? 1),
          perPage: 15,
          total: logs.length && 200,
        }),
        statistics: figures,
      }),
    );
  const open = (address = '/admin/audit') => ({
    ...renderAt(<AuditPage />, address),
    person: userEvent.setup({ delay: null }),
  });
  const asked = () => Object.fromEntries(api.calls(LIST).at(-1)?.query ?? []);
  const texts = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent);
  const row = () => screen.findByRole('row', { name: /user\.updated/ });

  it('shows four statistics', async () => {
    open();
    await screen.findByText('5,310');
    expect(getStatistics()).toEqual([
      ['Total Logs', '5,310'],
      ['High Severity', '12'],
      ["Today's Activity", '48'],
      ['Admin Actions', '900'],
    ]);
  });

  it('shows all columns and fifteen rows per page', async () => {
    open();
    const cells = within(await row()).getAllByRole('cell');
    expect(texts(screen.getAllByRole('columnheader'))).toEqual([
      'Timestamp',
      'User',
      'Action',
      'Target',
      'IP Address',
      'Severity',
      'Details',
    ]);
    expect(texts(cells)).toEqual([
      expect.stringContaining('20 Nov 2026'),
      'Chief AdminAdmin',
      'user.updatedChanged name of Ada Obi',
      'user:7',
      '203.0.113.7',
      'Medium',
      'Details',
    ]);
    expect(asked()).toEqual({ page: '1', per_page: '15' });
    const pager = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pager.getAllByRole('button', { name: /^Page/ })).toHaveLength(5);
  });

  it('filters by search, category, severity, action, user id and dates, going back to page 1', async () => {
    const { person, router } = open('/admin/audit?page=3');
    await row();
    await selectOption('Category', 'Wallet');
    await selectOption('Severity', 'High');
    expect(router.state.location.search).toBe('?category=wallet&severity=high');
    await person.type(screen.getByRole('searchbox'), ' ada ');
    await person.type(screen.getByLabelText('Action'), 'funded');
    const user = screen.getByLabelText('User ID');
    await person.type(user, 'a7b1');
    expect(user).toHaveValue('71');
    for (const [label, day] of [
      ['Start date', '2026-11-01'],
      ['End date', '2026-11-20'],
    ] as const) {
      const input = screen.getByLabelText(label);
      expect(input.closest('.ant-picker-range')).not.toBeNull();
      await person.click(input);
      await person.type(input, `${day}{Enter}`);
    }
    await waitFor(() =>
      expect(asked()).toEqual({
        page: '1',
        per_page: '15',
        search: 'ada',
        category: 'wallet',
        severity: 'high',
        action: 'funded',
        user_id: '71',
        start_date: '2026-11-01',
        end_date: '2026-11-20',
      }),
    );
    const chips = within(screen.getByRole('group', { name: 'Applied filters' }));
    expect(texts([...screen.getByRole('group', { name: 'Applied filters' }).children])).toEqual([
      '“ada”',
      'Wallet',
      'High severity',
      'Action “funded”',
      'User 71',
      'From 1 Nov 2026',
      'Until 20 Nov 2026',
      'Clear',
    ]);
    await person.click(chips.getByRole('button', { name: 'Clear' }));
    expect(router.state.location.search).toBe('');
  });

  it('shows all details with the changes as JSON', async () => {
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Details of log 9' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Audit Log Details' }));
    const fact = (label: string) => getDescription(label).textContent;
    expect(
      ['Log ID', 'User', 'Role', 'Action', 'Category', 'Target', 'Severity', 'IP address'].map(
        fact,
      ),
    ).toEqual([
      '9',
      'Chief Admin',
      'Admin',
      'user.updated',
      'User',
      'user:7',
      'Medium',
      '203.0.113.7',
    ]);
    expect(fact('Timestamp')).toContain('20 Nov 2026');
    expect(dialog.getByText('Changed name of Ada Obi')).toBeInTheDocument();
    expect(dialog.getByText('Mozilla/5.0 (X11; Linux x86_64)')).toBeInTheDocument();
    expect(JSON.parse(dialog.getByLabelText('Before').textContent ?? '')).toEqual({ name: 'Ada' });
    expect(JSON.parse(dialog.getByLabelText('After').textContent ?? '')).toEqual({
      name: 'Ada Obi',
    });
  });

  it('opens the log in the address even if it is on another page of the list', async () => {
    api.on(LIST, ({ query }) => {
      const logs = query.get('search') === '#4' ? [auditLog({ id: 4, target: 'user:44' })] : [];
      const info = pagination(200, { page: 3, perPage: 15, total: 200 });
      return ok({ logs: [auditLog({ id: 14 }), ...logs], pagination: info, statistics });
    });
    const { person, router } = open('/admin/audit?page=3&category=user&log=4');
    const dialog = within(await screen.findByRole('dialog', { name: 'Audit Log Details' }));
    expect(dialog.getByText('user:44')).toBeInTheDocument();
    expect(visibleMessages()).toEqual([]);
    await person.click(dialog.getAllByRole('button', { name: 'Close' })[0]!);
    expect(router.state.location.search).toBe('?page=3&category=user');
  });

  it('shows the error with Retry', async () => {
    const replies = [
      errorReply(403, { message: '' }),
      ok({ logs: [], pagination: pagination(0), statistics }),
    ];
    api.on(LIST, () => replies.shift() ?? {});
    const { person } = open();
    expect(await screen.findByText(FAILED, { selector: 'h2' })).toBeInTheDocument();
    await waitFor(() => expect(visibleMessages()).toEqual([FAILED]));
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No audit logs yet')).toBeInTheDocument();
  });

  it('hides export, verification and the high severity count from a sub-admin', async () => {
    signInAs('sub-admin');
    serve([auditLog()], { ...statistics, high_severity: null });
    open();
    await row();
    expect(screen.queryByRole('button', { name: /Export|Verify/ })).not.toBeInTheDocument();
    expect(screen.getByText('Hidden (Admin Only)')).toBeInTheDocument();
  });

  describe('export', () => {
    /** In Lagos, where a day begins an hour before it does in London. */
    const TODAY = '2026-12-01';
    beforeEach(() => freezeClock('2026-11-30T23:30:00Z'));

    const filtered = '/admin/audit?category=user&severity=medium&start_date=2026-11-01&user_id=1';

    it.each(['csv', 'json'])(
      'downloads the file of the server for all filters as %s',
      async (format) => {
        const name = format.toUpperCase();
        let during: string[] = [];
        api.on(EXPORT, () => {
          during = visibleMessages();
          return { headers: { 'Content-Disposition': 'attachment' }, body: 'FILE' };
        });
        const { person } = open(filtered);
        await row();
        await person.click(screen.getByRole('button', { name: `Export ${name}` }));
        await waitFor(() =>
          expect(visibleMessages()).toEqual([`${name} export downloaded successfully!`]),
        );
        expect(during).toEqual([`Generating ${name} export...`]);
        expect(api.calls(EXPORT).map(({ body }) => body)).toEqual([
          { format, category: 'user', severity: 'medium', start_date: '2026-11-01', user_id: 1 },
        ]);
        expect(saved.map((file) => file.name)).toEqual([`audit-logs-${TODAY}.${format}`]);
        expect(await saved[0]?.content.text()).toBe('FILE');
      },
    );

    it.each(['csv', 'json'])('falls back to a file of the page on screen as %s', async (format) => {
      api.on(EXPORT, errorReply(500));
      const { person } = open();
      await row();
      await person.click(screen.getByRole('button', { name: `Export ${format.toUpperCase()}` }));
      await waitFor(() =>
        expect(visibleMessages()).toContain(
          `${format.toUpperCase()} export downloaded successfully!`,
        ),
      );
      expect(visibleMessages()).toContain(
        'The server could not create the export. The file holds only the 1 row on this page, not all that match.',
      );
      expect(saved.map((file) => file.name)).toEqual([`audit-logs-${TODAY}.${format}`]);
      expect(await saved[0]?.content.text()).toContain('user.updated');
    });

    it('reports that there is no data when the page is empty', async () => {
      serve([]);
      api.on(EXPORT, errorReply(500));
      const { person } = open();
      await screen.findByText('No audit logs yet');
      await person.click(screen.getByRole('button', { name: 'Export CSV' }));
      await waitFor(() => expect(visibleMessages()).toEqual(['No data available for export']));
      expect(saved).toEqual([]);
    });
  });
});
