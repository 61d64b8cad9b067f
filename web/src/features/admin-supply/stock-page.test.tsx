import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setUpApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import type { ImportData, Unit } from './stock';
import StockPage from './stock-page';

const LIST = 'GET /admin/supply/stock';
const IMPORT = 'POST /admin/supply/stock/import';

const unit = (over: Partial<Unit> = {}): Unit => ({
  id: 7,
  country: 'de',
  country_name: 'Germany',
  address: '203.0.113.7',
  protocol: 'socks5',
  port: 8000,
  status: 'sold',
  enabled: true,
  upstream_expires_at: '2027-03-01T00:00:00Z',
  note: null,
  provider: null,
  proxy: { id: 31, user_id: 4, customer: 'Ada Obi', expires_at: '2027-01-01T00:00:00Z' },
  created_at: '2026-11-18T09:00:00Z',
  ...over,
});

const page = (units: Unit[]) =>
  ok({
    units,
    counts: { free: 480, sold: 17, expiring: 3, dead: 1, disabled: 1 },
    countries: units.length
      ? [
          {
            ...{ country: 'de', country_name: 'Germany' },
            ...{ free: 480, sold: 17, expiring: 3, dead: 1, disabled: 1 },
          },
        ]
      : [],
    pagination: pagination(units.length, { perPage: 15 }),
  });

const result = (over: Partial<ImportData> = {}) =>
  ok({
    dry_run: true,
    counts: { added: 500, duplicate: 2, malformed: 1 },
    countries: [{ country: 'de', country_name: 'Germany', added: 500 }],
    lines: [
      {
        ...{ line: 4, outcome: 'malformed', reason: 'The port is not a number.' },
        ...{ address: null, port: null, protocol: null, country: null },
      },
    ],
    ...over,
  });

describe('StockPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  beforeEach(() => {
    api.on(
      LIST,
      page([unit(), unit({ id: 8, address: '203.0.113.8', status: 'free', proxy: null })]),
    );
  });

  it('should show the units with their customers, and the countries', async () => {
    signInAs('sub-admin');
    renderAt(<StockPage />, '/admin/stock');
    const table = await screen.findByRole('table', { name: 'Stock' });
    const [sold, free] = within(table).getAllByRole('row').slice(1);
    expect(within(sold!).getByText('203.0.113.7')).toBeVisible();
    expect(within(sold!).getByText('Ada Obi')).toBeVisible();
    expect(within(sold!).getByText('SOCKS5, port 8000')).toBeVisible();
    expect(within(free!).getByText('Free')).toBeVisible();
    expect(screen.getByRole('region', { name: 'By country' })).toHaveTextContent('Germany480173');
    expect(screen.queryByRole('button', { name: /change|replace|import/i })).toBeNull();
  });

  it('should check a pasted list of 500 lines before it is imported', async () => {
    const user = userEvent.setup({ delay: null });
    renderAt(<StockPage />, '/admin/stock');
    await user.click(await screen.findByRole('button', { name: 'Import addresses' }));
    const dialog = await screen.findByRole('dialog');
    const lines = Array.from({ length: 500 }, (_, n) => `198.18.${n >> 8}.${n & 255}:80:u:p`);
    const text = lines.join('\n');
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'List' }), {
      target: { value: text },
    });
    await user.type(within(dialog).getByRole('textbox', { name: 'Country code' }), 'DE');
    api.on(IMPORT, result());
    await user.click(within(dialog).getByRole('button', { name: 'Check list' }));
    const report = await within(dialog).findByRole('status');
    expect(report).toHaveTextContent('500 addresses can be added');
    expect(report).toHaveTextContent('2 duplicates are left out.');
    expect(report).toHaveTextContent('Line 4: The port is not a number.');
    const request = { text, country: 'de', protocol: 'http' };
    expect(api.calls(IMPORT)[0]?.body).toEqual({ ...request, dry_run: true });
    await user.click(within(dialog).getByRole('button', { name: 'Back' }));
    expect(within(dialog).getByRole('textbox', { name: 'List' })).toHaveValue(text);
    await user.click(within(dialog).getByRole('button', { name: 'Check list' }));
    // The check is answered before the answer of the import is set.
    const importAll = await within(dialog).findByRole('button', { name: 'Import 500 addresses' });
    api.on(IMPORT, {
      body: { success: true, message: '500 addresses added.', data: {} },
    });
    await user.click(importAll);
    await waitFor(() => expect(openedMessages()).toContain('500 addresses added.'));
    expect(api.calls(IMPORT).at(-1)?.body).toEqual(request);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('should read a file, and import nothing when there is nothing new', async () => {
    const user = userEvent.setup({ delay: null });
    renderAt(<StockPage />, '/admin/stock');
    await user.click(await screen.findByRole('button', { name: 'Import addresses' }));
    const dialog = await screen.findByRole('dialog');
    const file = new File(['203.0.113.7:80:u:p'], 'list.txt', { type: 'text/plain' });
    await user.upload(within(dialog).getByLabelText('List file'), file);
    await waitFor(() =>
      expect(within(dialog).getByRole('textbox', { name: 'List' })).toHaveValue(
        '203.0.113.7:80:u:p',
      ),
    );
    const counts = { added: 0, duplicate: 1, malformed: 0 };
    api.on(IMPORT, result({ counts, countries: [], lines: [] }));
    await user.click(within(dialog).getByRole('button', { name: 'Check list' }));
    expect(await within(dialog).findByText('There is nothing to add')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Import 0 addresses' })).toBeDisabled();
  });

  it('should replace the address of a proxy with a reason', async () => {
    const user = userEvent.setup({ delay: null });
    renderAt(<StockPage />, '/admin/stock');
    await user.click(await screen.findByRole('button', { name: 'Replace 203.0.113.7' }));
    expect(screen.queryByRole('button', { name: 'Replace 203.0.113.8' })).toBeNull();
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('note')).toHaveTextContent('Ada Obi, proxy #31');
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Blocked');
    api.on('POST /admin/supply/stock/7/replace', {
      body: {
        ...{ success: true, message: 'Done' },
        data: { proxy_id: 31, old_address: '203.0.113.7', new_address: '203.0.113.8' },
      },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Replace address' }));
    await waitFor(() =>
      expect(openedMessages()).toContain('203.0.113.7 is replaced by 203.0.113.8.'),
    );
    expect(api.calls('POST /admin/supply/stock/7/replace')[0]?.body).toEqual({ reason: 'Blocked' });
  });

  it('should take a unit off sale and leave its end when the day stays', async () => {
    const user = userEvent.setup({ delay: null });
    renderAt(<StockPage />, '/admin/stock');
    await user.click(await screen.findByRole('button', { name: 'Change 203.0.113.7' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('switch', { name: 'On sale' }));
    expect(await within(dialog).findByText('The customer keeps it')).toBeVisible();
    api.on('PUT /admin/supply/stock/7', {
      body: { success: true, message: 'The unit is changed.', data: { unit: unit() } },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(openedMessages()).toContain('The unit is changed.'));
    expect(api.calls('PUT /admin/supply/stock/7')[0]?.body).toEqual({ enabled: false, note: null });
  });

  it('should prolong a unit of a connected provider after its price was shown', async () => {
    const user = userEvent.setup({ delay: null });
    const owned = unit({ provider: { id: 3, name: 'Seller main' } });
    api.on(LIST, page([owned, unit({ id: 8, address: '203.0.113.8' })]));
    api.on(
      'GET /admin/supply/providers/3/offers',
      ok({ countries: ['de'], periods: [{ id: '1m', name: '1 month', can_be_sold: false }] }),
    );
    api.on('POST /admin/supply/stock/7/prolong/quote', ok({ total_usd: 2.5 }));
    renderAt(<StockPage />, '/admin/stock');
    await user.click(await screen.findByRole('button', { name: 'Prolong 203.0.113.7' }));
    expect(screen.queryByRole('button', { name: 'Prolong 203.0.113.8' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Show the price' }));
    expect(await screen.findByText('$2.50')).toBeVisible();
    api.on('POST /admin/supply/stock/7/prolong', {
      body: {
        ...{ success: true, message: 'The order is placed.' },
        data: { purchase: { status: 'ordered', error: null } },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Prolong address' }));
    await waitFor(() => expect(openedMessages()).toContain('The order is placed.'));
    expect(api.calls('POST /admin/supply/stock/7/prolong')[0]?.body).toEqual({
      ...{ period: '1m', expected_total_usd: 2.5 },
    });
  });

  it('should say what to do when there is nothing', async () => {
    api.on(LIST, page([]));
    renderAt(<StockPage />, '/admin/stock?country=de&status=all');
    expect(await screen.findByText(/No addresses found/)).toBeVisible();
    expect(Object.fromEntries(api.calls(LIST)[0]!.query)).toMatchObject({ country: 'de' });
    renderAt(<StockPage />, '/admin/stock');
    expect(await screen.findByText('No bought addresses yet')).toBeVisible();
  });
});
