import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setUpApi } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import { provider, providerKind, purchase } from './provider-samples';
import type { Purchase } from './providers';
import ProvidersPage from './providers-page';

const LIST = 'GET /admin/supply/providers';
const PURCHASES = 'GET /admin/supply/providers/3/purchases';
const BUY = 'POST /admin/supply/providers/3/purchases';
const QUOTE = 'POST /admin/supply/providers/3/quote';

const purchases = (...rows: Purchase[]) =>
  ok({ purchases: rows, pagination: pagination(rows.length, { perPage: 15 }) });
const bought = (row: Purchase, message: string) => ({
  body: { success: true, message, data: { purchase: row } },
});

describe('ProvidersPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  beforeEach(() => {
    const webshare = providerKind({ kind: 'webshare', name: 'Webshare', buys: false });
    api.on('GET /admin/supply/provider-kinds', ok({ kinds: [providerKind(), webshare] }));
    api.on(LIST, ok({ providers: [provider()] }));
    api.on(
      'GET /admin/supply/providers/3/offers',
      ok({
        countries: ['de', 'us'],
        periods: [
          { id: '1w', name: '1 week', can_be_sold: false },
          { id: '3m', name: '3 months', can_be_sold: true },
        ],
        shortest_sale_days: 30,
      }),
    );
  });

  const openMenu = async (item: RegExp) => {
    const user = userEvent.setup({ delay: null });
    renderAt(<ProvidersPage />, '/admin/providers');
    await screen.findByText('Proxy-Seller');
    await user.click(await screen.findByRole('button', { name: 'Actions for Seller main' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    return user;
  };

  it('should show balance, budget and minimum stock of an account', async () => {
    const failing = provider({ id: 4, name: 'Spare', last_error: 'The key is wrong' });
    api.on(LIST, ok({ providers: [provider(), failing] }));
    renderAt(<ProvidersPage />, '/admin/providers');
    const table = await screen.findByRole('table', { name: 'Provider accounts' });
    const [row, other] = within(table).getAllByRole('row').slice(1);
    expect(await within(row!).findByText('Proxy-Seller')).toBeVisible();
    expect(row).toHaveTextContent('$81.50');
    expect(row).toHaveTextContent('$25.00$175.00 of $200.00 left');
    expect(row).toHaveTextContent('Germany 5, United States 20');
    expect(within(other!).getByText('The key is wrong')).toBeVisible();
  });

  it('should show the traffic that is left, and what was bought automatically today', async () => {
    const limited = { daily_automatic_usd: 25, automatic_today_usd: 12.5 };
    api.on(LIST, ok({ providers: [provider({ balance_usd: null, left_gb: 32.6, ...limited })] }));
    renderAt(<ProvidersPage />, '/admin/providers');
    const table = await screen.findByRole('table', { name: 'Provider accounts' });
    const row = within(table).getAllByRole('row')[1];
    expect(row).toHaveTextContent('32.6 GB');
    expect(row).toHaveTextContent('Bought automatically, $12.50 of $25.00 today');
  });

  it('should set and clear the daily limit of automatic purchases', async () => {
    const user = await openMenu(/^change$/i);
    const limit = await screen.findByLabelText('Daily limit of automatic purchases (US dollars)');
    await user.type(limit, '25');
    api.on('PUT /admin/supply/providers/3', ok({ provider: provider() }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(api.calls('PUT /admin/supply/providers/3')[0]?.body).toMatchObject({
        daily_automatic_usd: 25,
      }),
    );
  });

  it('should choose a period that outlasts a sale, and no shorter one', async () => {
    const user = await openMenu(/buy addresses/i);
    expect(await screen.findByText('3 months')).toBeVisible();
    expect(screen.getByText(/You sell addresses for 30 days or more/)).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Period' }));
    expect(await screen.findByTitle('1 week (too short to sell)')).toHaveClass(
      'ant-select-item-option-disabled',
    );
  });

  it('should show the price before it buys, then what became of the purchase', async () => {
    const user = await openMenu(/buy addresses/i);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('combobox', { name: 'Country' });
    await selectOption('Country', 'Germany');
    api.on(QUOTE, ok({ total_usd: 25 }));
    await user.click(within(dialog).getByRole('button', { name: 'Show the price' }));
    expect(await within(dialog).findByText('$25.00')).toBeVisible();
    expect(within(dialog).getByText('10 addresses in Germany, 3 months')).toBeVisible();
    expect(api.calls(BUY)).toHaveLength(0);
    const pending = purchase({ status: 'unknown' });
    api.on(BUY, bought(pending, 'The provider did not answer.'));
    api.on(PURCHASES, purchases(pending));
    await user.click(within(dialog).getByRole('button', { name: 'Buy 10 addresses' }));
    const list = await screen.findByRole('list', { name: 'Purchases' });
    expect(within(list).getByText('Outcome unknown')).toBeVisible();
    expect(list).toHaveTextContent('nothing is bought again before the outcome is known');
    const [sent] = api.calls(BUY);
    const order = { country: 'de', quantity: 10, period: '3m' };
    expect(sent?.body).toEqual({ ...order, expected_total_usd: 25 });
    expect(sent?.headers['idempotency-key']).toMatch(/^[0-9A-Z]{32}$/);
  });

  it('should go back to the form when the price has changed', async () => {
    const user = await openMenu(/buy addresses/i);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('combobox', { name: 'Country' });
    await selectOption('Country', 'Germany');
    api.on(QUOTE, ok({ total_usd: 25 }));
    await user.click(within(dialog).getByRole('button', { name: 'Show the price' }));
    const message = 'The price is $26 now. Nothing was bought: look at the new price first.';
    api.on(BUY, errorReply(409, { code: 'PRICE_CHANGED', message }));
    await user.click(await within(dialog).findByRole('button', { name: 'Buy 10 addresses' }));
    await waitFor(() => expect(openedMessages()).toContain(message));
    expect(await within(dialog).findByRole('button', { name: 'Show the price' })).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Buy 10 addresses' })).toBeNull();
  });

  it('should check a purchase, and decide one that was never made', async () => {
    const lost = purchase({ id: 52, status: 'unknown', decidable: true });
    api.on(PURCHASES, purchases(purchase({ id: 51, status: 'unknown' }), lost));
    const user = await openMenu(/purchases/i);
    expect(
      await screen.findByRole('button', { name: 'Purchase 51 was not bought' }),
    ).toBeDisabled();
    const done = purchase({ status: 'delivered' });
    api.on('POST /admin/supply/purchases/51/check', bought(done, 'Bought, and in stock.'));
    await user.click(screen.getByRole('button', { name: 'Check purchase 51' }));
    await waitFor(() => expect(openedMessages()).toContain('Bought, and in stock.'));
    await user.click(screen.getByRole('button', { name: 'Purchase 52 was not bought' }));
    api.on(
      'POST /admin/supply/purchases/52/not-bought',
      bought(lost, 'The purchase counts as not made.'),
    );
    await user.click(await screen.findByRole('button', { name: 'It was not bought' }));
    await waitFor(() => expect(openedMessages()).toContain('The purchase counts as not made.'));
  });

  it('should change an account without its key, and say which field is wrong', async () => {
    const user = await openMenu(/change/i);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText('API key')).toHaveValue('');
    api.on('PUT /admin/supply/providers/3', errorReply(422, { errors: { name: ['Taken'] } }));
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    expect(await within(dialog).findByText('Taken')).toBeVisible();
    const { body } = api.calls('PUT /admin/supply/providers/3')[0]!;
    expect(body).not.toHaveProperty('api_key');
    expect(body).toMatchObject({ minimum_stock: { us: 20, de: 5 }, monthly_budget_usd: 200 });
  });

  it('should say what the provider has against the key, and enable the account for a reason', async () => {
    const PUT = 'PUT /admin/supply/providers/3';
    const user = await openMenu(/change/i);
    const error = 'It refuses: the key is unknown';
    api.on(PUT, ok({ provider: provider({ enabled: false }), test_error: error }));
    await user.click(await screen.findByRole('button', { name: 'Save changes' }));
    const dialog = await screen.findByRole('dialog', {
      name: 'Seller main is saved, but not enabled',
    });
    expect(dialog).toHaveTextContent(error);
    await user.type(within(dialog).getByLabelText('Reason'), 'Valid from tomorrow');
    api.on(PUT, ok({ provider: provider(), test_error: null }));
    await user.click(within(dialog).getByRole('button', { name: 'Enable anyway' }));
    await waitFor(() =>
      expect(api.calls(PUT).at(-1)?.body).toMatchObject({
        ...{ enabled: true, enable_anyway: 'Valid from tomorrow', monthly_budget_usd: 200 },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('should synchronize stock, and connect the first account from the empty page', async () => {
    api.on('POST /admin/supply/providers/3/synchronize', {
      body: { success: true, message: '12 addresses are in the account.', data: {} },
    });
    const user = await openMenu(/synchronize/i);
    await waitFor(() => expect(openedMessages()).toContain('12 addresses are in the account.'));
    api.on(LIST, ok({ providers: [] }));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('No provider connected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Connect a provider' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('API key'), 'sandbox-key');
    api.on('POST /admin/supply/providers', {
      body: { success: true, message: 'The provider is connected.', data: {} },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Connect provider' }));
    await waitFor(() => expect(openedMessages()).toContain('The provider is connected.'));
    expect(api.calls('POST /admin/supply/providers')[0]?.body).toMatchObject({
      ...{ kind: 'proxy_seller', api_key: 'sandbox-key', minimum_stock: {} },
      base_url: 'https://proxy-seller.com/personal/api/v2',
    });
  });
});
