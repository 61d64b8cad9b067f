import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi, type Received } from '@/testing/api-server';
import { findOption, selectOption, listOptions } from '@/testing/choices';
import { renderAt } from '@/testing/render-app';
import { ada, datacenterProxy, errorReply, ok } from '@/testing/samples';
import { openedMessages } from '@/testing/messages';
import BuyPage from './buy-page';

const BUY = 'POST /proxies/buy-datacenter';
const PRICE = 'POST /pricing';

describe('the datacenter order form', () => {
  const api = serveApi({
    'GET /user/info': ok({ user: ada }),
    'GET /countries': ok([
      { id: 1, code: 'ng', name: 'Nigeria' },
      { id: 2, code: 'gh', name: 'Ghana' },
      { id: 3, code: 'ke', name: 'Kenya' },
    ]),
    'GET /catalog': ok([
      { country_id: 1, quantity: 24, protocols: ['http', 'socks5'] },
      { country_id: 2, quantity: 0, protocols: ['http'] },
    ]),
    [PRICE]: ({ body }: Received) => {
      const months = (body as { duration_minutes: number }).duration_minutes / 43_200;
      return ok({ price_per_unit: 4800 * months });
    },
  });

  beforeEach(() => session.start({ token: 't', user: { ...ada, wallet_balance: 100_000 } }));

  const open = (order = '') => renderAt(<BuyPage />, `/buyproxy?type=datacenter${order}`).router;
  const button = (name = 'Purchase Datacenter Proxies') => screen.findByRole('button', { name });
  const quantity = () => screen.getByLabelText('Quantity');
  /** Addresses in Nigeria at these prices by period. */
  const servePrices = (prices: Record<number, number>, quantity = 24) =>
    api.on('GET /data-center-pricing', ({ query }) => {
      const price_per_unit = prices[Number(query.get('duration'))];
      return ok({ priceList: price_per_unit ? [{ code: 'ng', quantity, price_per_unit }] : [] });
    });
  const line = (label: string) =>
    within(screen.getByRole('region', { name: 'Order Summary' })).getByText(label).parentElement;

  it('should offer countries with stock first, and three periods', async () => {
    open();
    await button();
    expect(await listOptions('Location')).toEqual(['Nigeria', 'Ghana', 'Kenya']);
    expect(await listOptions('Period')).toEqual(['30 Days', '60 Days', '90 Days']);
    expect(Object.fromEntries(api.calls('GET /catalog')[0]?.query ?? [])).toEqual({
      type: 'individual_ipv4',
      duration: '43200',
    });
  });

  it('should show stock and price of each location, and what longer terms and larger orders save', async () => {
    api.on('GET /data-center-info', ok({ quantity_discounts: [{ from: 10, percent_off: 5 }] }));
    servePrices({ 43_200: 4800, 129_600: 12_960 });
    open('&location=ng');
    expect(await screen.findByText('Max: 24 · 10 or more: 5% off')).toBeVisible();
    expect(await findOption('Location', 'Nigeria')).toHaveTextContent('24 available · ₦4,800');
    expect(await findOption('Period', '30 Days')).toHaveTextContent(/₦4,800$/);
    expect(await findOption('Period', '60 Days')).toHaveAttribute('aria-disabled', 'true');
    expect(await findOption('Period', '90 Days')).toHaveTextContent('₦12,960 · save 10%');
    expect(screen.getByRole('option', { name: '30 Days · ₦4,800' })).toBeInTheDocument();
  });

  it('should show sold-out locations without selling them', async () => {
    open();
    await button();
    const soldOut = await findOption('Location', 'Ghana');
    expect(soldOut).toHaveTextContent('Sold out');
    await person.click(soldOut);
    expect(line('Location')).toHaveTextContent('Not chosen yet');
  });

  it('should count the addresses that last for the whole period', async () => {
    servePrices({ 129_600: 14_400 }, 7);
    open('&location=ng&period=129600');
    await waitFor(() => expect(line('Max available')).toHaveTextContent('7'));
    expect(await screen.findByText('Max: 7')).toBeVisible();
  });

  it('should ask for a location until one is selected', async () => {
    open();
    await button();
    expect(screen.getByText('Select a location')).toBeVisible();
    await selectOption('Location', 'Nigeria');
    expect(screen.queryByText('Select a location')).toBeNull();
  });

  it('should request the price of the selection and show a summary', async () => {
    open();
    await button();
    await selectOption('Location', 'Nigeria');
    await selectOption('Period', '90 Days');
    await person.clear(quantity());
    await person.type(quantity(), '۳');
    await waitFor(() => expect(line('Price per unit')).toHaveTextContent('₦14,400'));
    for (const [label, value] of [
      ['Location', 'Nigeria'],
      ['Period', '90 Days'],
      ['Quantity', '3'],
      ['Protocols', 'HTTP, SOCKS5'],
      ['Max available', '24'],
      ['Total', '₦43,200'],
    ] as const)
      expect(line(label)).toHaveTextContent(value);
    expect(api.calls(PRICE).at(-1)?.body).toEqual({
      country_id: 1,
      duration_minutes: 129_600,
      proxy_type: 'individual_ipv4',
    });
  });

  it('should start with a quantity of 1 and limit it to the stock', async () => {
    open();
    await button();
    expect(quantity()).toHaveValue('1');
    expect(screen.getByText('Max: 1000')).toBeInTheDocument();
    await selectOption('Location', 'Nigeria');
    expect(await screen.findByText('Max: 24')).toBeInTheDocument();
    for (const [typed, kept] of [
      ['0', '1'],
      ['', '1'],
      ['99', '99'],
    ] as const) {
      await person.clear(quantity());
      if (typed) await person.type(quantity(), typed);
      await person.tab();
      await waitFor(() => expect(quantity()).toHaveValue(kept));
    }
    expect(await screen.findByText('Only 24 are available')).toBeVisible();
    expect(await button()).toBeDisabled();
  });

  it('should keep and restore the order in the URL', async () => {
    const router = open('&location=ng&period=129600&quantity=24');
    await waitFor(() => expect(line('Total')).toHaveTextContent('₦345,600'));
    await person.clear(quantity());
    await person.type(quantity(), '3');
    await selectOption('Period', '60 Days');
    await waitFor(() =>
      expect(router.state.location.search).toBe(
        '?type=datacenter&location=ng&period=86400&quantity=3',
      ),
    );
  });

  it('should be disabled without a location', async () => {
    open();
    expect(await button()).toBeDisabled();
    await selectOption('Location', 'Nigeria');
    await waitFor(async () => expect(await button()).toBeEnabled());
  });

  it('should show Loading... until the stock is loaded', async () => {
    const release = api.hold('GET /catalog', ok({ odd: true }));
    open();
    expect(await button('Loading...')).toBeDisabled();
    release();
    expect(await screen.findByText('Out of stock')).toBeInTheDocument();
  });

  it('should buy with the default protocol and open the history', async () => {
    api.on(
      BUY,
      ok(
        { order_status: 'delivered', proxies: [datacenterProxy()] },
        'Your 2 proxies are ready to use.',
      ),
    );
    const router = open();
    await button();
    await selectOption('Location', 'Nigeria');
    await person.clear(quantity());
    await person.type(quantity(), '2');
    await waitFor(async () => expect(await button()).toBeEnabled());
    await person.click(await button());
    await waitFor(() => expect(router.state.location.pathname).toBe('/proxyhistory'));
    expect(api.calls(BUY).map(({ body }) => body)).toEqual([
      {
        country_id: 1,
        duration_minutes: 43_200,
        protocol: 'http',
        proxy_type: 'individual_ipv4',
        quantity: 2,
        expected_total: 9600,
      },
    ]);
    expect(openedMessages()).toContain('Your 2 proxies are ready to use.');
  });

  it('should show a changed price and buy at it only when asked again', async () => {
    api.on(
      BUY,
      errorReply(409, {
        code: 'PRICE_CHANGED',
        message: 'The price changed from ₦4,800 to ₦5,100. You were not charged.',
        errors: { expected_total: 4800, actual_total: 5100 },
      }),
    );
    const router = open('&location=ng');
    await waitFor(() => expect(line('Total')).toHaveTextContent('₦4,800'));
    api.on(PRICE, ok({ price_per_unit: 5100 }));
    await person.click(await button());
    expect(await screen.findByText(/^The price was ₦4,800\./)).toBeInTheDocument();
    expect(line('Total')).toHaveTextContent('₦5,100');
    expect(openedMessages()).toEqual([
      'The price changed from ₦4,800 to ₦5,100. You were not charged.',
    ]);
    api.on(BUY, ok({ order_status: 'delivered', proxies: [datacenterProxy()] }));
    await person.click(await button());
    await waitFor(() => expect(router.state.location.pathname).toBe('/proxyhistory'));
    expect(
      api.calls(BUY).map(({ body }) => (body as { expected_total: number }).expected_total),
    ).toEqual([4800, 5100]);
  });
});
