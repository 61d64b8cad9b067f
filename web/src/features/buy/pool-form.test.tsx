import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '@/api/session';
import { ApiServer } from '@/testing/api-server';
import { choose, offered } from '@/testing/choices';
import { renderAt } from '@/testing/render-app';
import { ada, ok, proxy, refused } from '@/testing/samples';
import { clickTwice } from '@/testing/click-twice';
import { openedMessages, resetMessages } from '@/testing/messages';
import BuyPage from './buy-page';

const BUY = 'POST /proxies/buy';
const place = (code: string, name: string) => ({ code, name });
const bought = {
  status: 201,
  body: {
    success: true,
    message: 'Your proxy is ready to use.',
    data: { order_status: 'delivered', proxies: [proxy()] },
  },
};

describe('buying a residential or mobile proxy', () => {
  let api: ApiServer;
  let person: ReturnType<typeof userEvent.setup>;

  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    api.reset();
    api.on('GET /user/info', ok({ user: ada }));
    api.on(
      'GET /pool/countries',
      ok([
        { ...place('ng', 'Nigeria'), has_regions: true, has_cities: true, has_isps: true },
        { ...place('is', 'Iceland'), has_regions: false, has_cities: false, has_isps: false },
      ]),
    );
    api.on('GET /pool/regions', ok([place('lagos', 'Lagos State'), place('kano', 'Kano State')]));
    api.on('GET /pool/cities', ok([place('ikeja', 'Ikeja')]));
    api.on('GET /pool/isps', ok([place('mtn', 'MTN')]));
    api.on(
      'GET /pool/pricing',
      ok({
        priceList: [
          { traffic: '1', price: 5600, validity_days: 30 },
          { traffic: '5', price: 25_600, validity_days: 30 },
        ],
      }),
    );
    session.start({ token: 't', user: { ...ada, wallet_balance: 100_000 } });
    person = userEvent.setup({ delay: null });
  });
  afterEach(() => {
    act(() => session.logout());
    resetMessages();
  });

  const open = (address = '/buyproxy') => renderAt(<BuyPage />, address).router;
  const button = (name: string) => screen.findByRole('button', { name });
  const summary = () => within(screen.getByRole('region', { name: 'Order Summary' }));

  it('leads to a top-up of what is missing, and no less than the wallet takes', async () => {
    const short = { ...ada, wallet_balance: 5000 };
    api.on('GET /user/info', ok({ user: short }));
    api.on('GET /pricing-info', ok({ minimum_topup: 2500, maximum_topup: 1_000_000 }));
    session.start({ token: 't', user: short });
    open();
    const link = await screen.findByRole('link', { name: 'Top up' });
    expect(link.parentElement).toHaveTextContent('₦600 too little');
    await waitFor(() => expect(link).toHaveAttribute('href', '/wallet?amount=2500'));
  });

  // spec: C2.32, C2.33, C2.39
  it('offers three kinds, each with its description, and begins with residential', async () => {
    open();
    const kinds = within(screen.getByRole('radiogroup', { name: 'Proxy type' }));
    expect(kinds.getByRole('radio', { name: /^Residential/ })).toBeChecked();
    for (const words of ['Traffic-based', 'Multiple location switches'])
      for (const kind of [/^Residential/, /^Mobile/])
        expect(kinds.getByRole('radio', { name: kind })).toHaveAccessibleName(
          expect.stringContaining(words) as unknown as string,
        );
    expect(kinds.getByRole('radio', { name: /Mobile.*Real carrier IPs/ })).toBeInTheDocument();
    expect(
      kinds.getByRole('radio', {
        name: /Datacenter.*Expires by duration.*Not traffic-limited.*Fixed single location/,
      }),
    ).toBeInTheDocument();
    expect(await button('Purchase Residential Proxy')).toBeInTheDocument();
    await person.click(kinds.getByRole('radio', { name: /^Mobile/ }));
    expect(await button('Purchase Mobile Proxy')).toBeInTheDocument();
    expect(api.calls('GET /pool/countries').at(-1)?.query.get('connection_type')).toBe('mobile');
  });

  // spec: C2.34
  it('lists Random first among the countries and finds one by its name', async () => {
    open();
    await button('Purchase Residential Proxy');
    expect(await offered('Country')).toEqual(['Random', 'Nigeria', 'Iceland']);
    await person.type(screen.getByLabelText('Country'), 'ice');
    await waitFor(async () => expect(await offered('Country')).toEqual(['Iceland']));
  });

  // spec: C2.35
  it('offers region, city and ISP only once a country is chosen that has them', async () => {
    open();
    await button('Purchase Residential Proxy');
    for (const label of ['Region', 'City', 'ISP'])
      expect(screen.queryByLabelText(label)).not.toBeInTheDocument();
    await choose('Country', 'Nigeria');
    await waitFor(async () =>
      expect(await offered('Region')).toEqual(['Random', 'Lagos State', 'Kano State']),
    );
    for (const label of ['City', 'ISP']) expect(screen.getByLabelText(label)).toBeInTheDocument();
    await choose('Country', 'Iceland');
    await waitFor(() => expect(screen.queryByLabelText('Region')).not.toBeInTheDocument());
  });

  // spec: C4.17, C7.10
  it('reloads what is narrower with each choice, and starts it from Random', async () => {
    open();
    await button('Purchase Residential Proxy');
    await choose('Country', 'Nigeria');
    await choose('Region', 'Lagos State');
    await choose('City', 'Ikeja');
    await choose('ISP', 'MTN');
    await waitFor(() =>
      expect(Object.fromEntries(api.calls('GET /pool/isps').at(-1)?.query ?? [])).toEqual({
        connection_type: 'residential',
        country_code: 'ng',
        region_code: 'lagos',
        city_code: 'ikeja',
      }),
    );
    expect(Object.fromEntries(api.calls('GET /pool/cities').at(-1)?.query ?? [])).toEqual({
      connection_type: 'residential',
      country_code: 'ng',
      region_code: 'lagos',
    });
    expect(summary().getByText('MTN')).toBeInTheDocument();
    await choose('Region', 'Kano State');
    await waitFor(() => expect(summary().queryByText('MTN')).not.toBeInTheDocument());
    expect(summary().getByText('City').parentElement).toHaveTextContent('Random');
    await choose('Country', 'Random');
    await waitFor(() => expect(screen.queryByLabelText('Region')).not.toBeInTheDocument());
  });

  // spec: C2.36, C2.38, C3.23, C7.11, C9.7
  it('has session types, protocols and packages with their price per GB', async () => {
    open();
    await button('Purchase Residential Proxy');
    expect(await offered('Session Type')).toEqual([
      'Keep IP as long as possible (high trust)',
      'Rotate on every new request',
      '1 minute',
      '2 minutes',
      '5 minutes',
      '10 minutes',
    ]);
    expect(await offered('Protocol Type')).toEqual(['HTTP', 'SOCKS5']);
    const packages = within(screen.getByRole('radiogroup', { name: 'Traffic package' }));
    expect(packages.getByRole('radio', { name: /1 GB.*₦5,600.*₦5,600 per GB/ })).toBeChecked();
    expect(packages.getByRole('radio', { name: /5 GB.*₦25,600.*₦5,120 per GB/ })).not.toBeChecked();
    expect(screen.getByText('Please select a traffic limit to continue.')).toBeInTheDocument();
  });

  // spec: C2.37
  it('sums the order up', async () => {
    open();
    await button('Purchase Residential Proxy');
    await choose('Country', 'Nigeria');
    await choose('Region', 'Lagos State');
    await person.click(screen.getByRole('radio', { name: /^5 GB/ }));
    for (const [label, value] of [
      ['Country', 'Nigeria'],
      ['Region', 'Lagos State'],
      ['City', 'Random'],
      ['ISP', 'Random'],
      ['Total', '₦25,600'],
    ] as const)
      expect(summary().getByText(label).parentElement).toHaveTextContent(value);
  });

  // spec: C2.39, C2.42, C4.15, C5.9, C7.27
  it('buys once with what was chosen, the gigabytes included, and goes to the history', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    api.on(BUY, async () => {
      await held;
      return bought;
    });
    const router = open('/buyproxy?type=mobile');
    await button('Purchase Mobile Proxy');
    await choose('Country', 'Nigeria');
    await choose('ISP', 'MTN');
    await choose('Session Type', '5 minutes');
    await choose('Protocol Type', 'SOCKS5');
    await person.click(screen.getByRole('radio', { name: /^5 GB/ }));
    await person.click(await button('Purchase Mobile Proxy'));
    const busy = await button('Processing Purchase...');
    expect(busy).toBeDisabled();
    release();
    await waitFor(() => expect(router.state.location.pathname).toBe('/proxyhistory'));
    expect(api.calls(BUY).map(({ body }) => body)).toEqual([
      {
        proxy_type: 'mobile_ipv4',
        country: 'ng',
        isp: 'mtn',
        ttl_minutes: 5,
        protocol: 'socks5',
        traffic_limit_mb: 5,
      },
    ]);
    expect(openedMessages()).toContain('Your proxy is ready to use.');
    await waitFor(() => expect(api.calls('GET /user/info').length).toBeGreaterThan(1));
  });

  it('buys once for two taps that came before anything was drawn', async () => {
    api.on(BUY, bought);
    const router = open();
    await clickTwice(await button('Purchase Residential Proxy'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/proxyhistory'));
    expect(api.calls(BUY)).toHaveLength(1);
  });

  it('tells of a purchase also who has left the page meanwhile', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    api.on(BUY, async () => {
      await held;
      return bought;
    });
    const { router, unmount } = renderAt(<BuyPage />, '/buyproxy');
    await person.click(await button('Purchase Residential Proxy'));
    await button('Processing Purchase...');
    unmount();
    release();
    await waitFor(() => expect(openedMessages()).toEqual(['Your proxy is ready to use.']));
    expect(router.state.location.pathname).toBe('/buyproxy');
  });

  // spec: C2.39, C5.9
  it('can be sent only when its lists have come', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    api.on('GET /pool/pricing', async () => {
      await held;
      return ok({ priceList: null });
    });
    open();
    expect(await button('Loading...')).toBeDisabled();
    release();
    expect(await button('Purchase Residential Proxy')).toBeDisabled();
  });

  // spec: C8.14
  it('tells what is missing in the wallet line by line, and charges nothing', async () => {
    api.on(
      BUY,
      refused(402, {
        message: 'Insufficient wallet balance',
        errors: { required_amount: 5600, current_balance: 2000, shortfall: 3600 },
      }),
    );
    const router = open();
    await person.click(await button('Purchase Residential Proxy'));
    await waitFor(() =>
      expect(openedMessages()).toEqual([
        'Insufficient wallet balance\nRequired amount: ₦5,600\nCurrent balance: ₦2,000\nShortfall: ₦3,600\nPlease top up your wallet to continue',
      ]),
    );
    expect(router.state.location.pathname).toBe('/buyproxy');
    expect(await button('Purchase Residential Proxy')).toBeEnabled();
  });

  // spec: C8.15
  it.each([
    [refused(409, { message: 'Sold out.' }), 'Sold out.'],
    [refused(500), 'Failed to purchase proxy. Please try again.'],
    [{ body: { success: false } }, 'Failed to purchase proxy. Please try again.'],
  ])('tells any other refusal in the server’s words or its own (%#)', async (reply, words) => {
    api.on(BUY, reply);
    open();
    await person.click(await button('Purchase Residential Proxy'));
    await waitFor(() => expect(openedMessages()).toEqual([words]));
  });

  // spec: C8.16
  it('has words of its own for when no answer came', async () => {
    open();
    const buy = await button('Purchase Residential Proxy');
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await person.click(buy);
    await waitFor(() =>
      expect(openedMessages()).toContain(
        'An error occurred while purchasing the proxy. Please try again.',
      ),
    );
    globalThis.fetch = fetch;
  });
});
