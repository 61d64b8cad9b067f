import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { selectOption, listOptions } from '@/testing/choices';
import { ada, ok, errorReply } from '@/testing/samples';
import { openedMessages } from '@/testing/messages';
import { configureSite } from '@/testing/site';
import { BUY, bought, renderBuyPage, serveBuyPage } from '@/testing/buy-page';

describe('the residential and mobile order form', () => {
  const api = serveBuyPage();

  const open = (address?: string) => renderBuyPage(address).router;
  const button = (name: string) => screen.findByRole('button', { name });
  const summary = () => within(screen.getByRole('region', { name: 'Order Summary' }));

  it('should link to a top-up of the shortfall, at least the minimum amount', async () => {
    const short = { ...ada, wallet_balance: 5000 };
    api.on('GET /user/info', ok({ user: short }));
    api.on('GET /pricing-info', ok({ minimum_topup: 2500, maximum_topup: 1_000_000 }));
    session.start({ token: 't', user: short });
    open();
    const link = await screen.findByRole('link', { name: 'Top up' });
    expect(link.parentElement).toHaveTextContent('You need ₦600 more');
    await waitFor(() => expect(link).toHaveAttribute('href', '/wallet?amount=2500&order='));
  });

  it('should take the whole order along to the top-up', async () => {
    const short = { ...ada, wallet_balance: 0 };
    api.on('GET /user/info', ok({ user: short }));
    session.start({ token: 't', user: short });
    open('/buyproxy?type=mobile&country=ng&traffic=5');
    const link = await screen.findByRole('link', { name: 'Top up' });
    const address = new URL(link.getAttribute('href') ?? '', 'http://localhost');
    expect(address.searchParams.get('amount')).toBe('25600');
    expect(address.searchParams.get('order')).toBe('type=mobile&country=ng&traffic=5');
  });

  it('should keep every choice in the URL, without a history entry for each', async () => {
    const router = open('/buyproxy?type=mobile');
    await button('Purchase Mobile Proxy');
    await selectOption('Country', 'Nigeria');
    await selectOption('Region', 'Lagos State');
    await selectOption('ISP', 'MTN');
    await selectOption('Session Type', '5 minutes');
    await selectOption('Protocol Type', 'SOCKS5');
    await person.click(screen.getByRole('radio', { name: /^5 GB/ }));
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
        type: 'mobile',
        country: 'ng',
        region: 'lagos',
        isp: 'mtn',
        ttl_minutes: '5',
        protocol: 'socks5',
        traffic: '5',
      }),
    );
    expect(router.state.historyAction).toBe('REPLACE');
    await person.click(screen.getByRole('radio', { name: /^Residential/ }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('should restore an order from its URL and buy it', async () => {
    api.on(BUY, bought);
    open('/buyproxy?country=ng&region=lagos&ttl_minutes=-1&protocol=socks5&traffic=5');
    await waitFor(() =>
      expect(summary().getByText('Region').parentElement).toHaveTextContent('Lagos State'),
    );
    await person.click(await button('Purchase Residential Proxy'));
    await waitFor(() => expect(api.calls(BUY)).toHaveLength(1));
    expect(api.calls(BUY)[0]?.body).toEqual({
      proxy_type: 'residential_ipv4',
      country: 'ng',
      region: 'lagos',
      ttl_minutes: -1,
      protocol: 'socks5',
      traffic_limit_mb: 5,
      expected_total: 25_600,
    });
  });

  it('should not sell a place of a shared link that is not on sale', async () => {
    open('/buyproxy?country=de');
    expect(
      await screen.findByText('Not available any more. Please select another.'),
    ).toBeInTheDocument();
    expect(await button('Purchase Residential Proxy')).toBeDisabled();
  });

  it('should say which list failed, sell nothing meanwhile, and load it again', async () => {
    api.on('GET /pool/countries', errorReply(404));
    open();
    expect(
      await screen.findByRole('heading', { name: 'Countries could not be loaded' }),
    ).toBeInTheDocument();
    expect(openedMessages()).toEqual([]);
    expect(await button('Purchase Residential Proxy')).toBeDisabled();
    api.on('GET /pool/countries', ok([]));
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(async () => expect(await button('Purchase Residential Proxy')).toBeEnabled());
    expect(screen.getByLabelText('Country')).toBeInTheDocument();
  });

  it('should ask for a traffic limit only until one is selected', async () => {
    open();
    await button('Purchase Residential Proxy');
    const hint = screen.getByText('Please select a traffic limit to continue.');
    expect(hint.parentElement).toHaveTextContent('1 GB is already selected.');
    await person.click(screen.getByRole('radio', { name: /^5 GB/ }));
    await waitFor(() => expect(hint).not.toBeInTheDocument());
  });

  it('should say before a purchase what is refunded of it', async () => {
    await configureSite(api, { refund_window_days: 3, refund_maximum_used_percent: 20 });
    open();
    const rule = 'Unused traffic or time is refunded within 3 days if you used at most 20%.';
    expect(summary().getByText(rule)).toBeVisible();
    await configureSite(api);
  });

  it('should offer three types with descriptions and select residential first', async () => {
    open();
    const kinds = within(screen.getByRole('radiogroup', { name: 'Proxy type' }));
    expect(kinds.getByRole('radio', { name: /^Residential/ })).toBeChecked();
    for (const words of ['Traffic-based', 'Multiple location switches'])
      for (const kind of [/^Residential/, /^Mobile/])
        expect(kinds.getByRole('radio', { name: kind })).toHaveAccessibleName(
          expect.stringContaining(words) as unknown as string,
        );
    expect(kinds.getByRole('radio', { name: /Mobile.*Real carrier IPs/ })).toBeInTheDocument();
    for (const row of ['Billing', 'Traffic', 'Location', 'Address'])
      expect(kinds.getAllByText(row)).toHaveLength(3);
    expect(summary().getByText('Refunded only if the proxy is not delivered.')).toBeVisible();
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

  it('should list Random first and find a country by name', async () => {
    open();
    await button('Purchase Residential Proxy');
    expect(await listOptions('Country')).toEqual(['Random', 'Nigeria', 'Iceland']);
    await person.type(screen.getByLabelText('Country'), 'ice');
    await waitFor(async () => expect(await listOptions('Country')).toEqual(['Iceland']));
  });

  it('should show region, city and ISP only for a country that has them', async () => {
    open();
    await button('Purchase Residential Proxy');
    for (const label of ['Region', 'City', 'ISP'])
      expect(screen.queryByLabelText(label)).not.toBeInTheDocument();
    await selectOption('Country', 'Nigeria');
    await waitFor(async () =>
      expect(await listOptions('Region')).toEqual(['Random', 'Lagos State', 'Kano State']),
    );
    for (const label of ['City', 'ISP']) expect(screen.getByLabelText(label)).toBeInTheDocument();
    await selectOption('Country', 'Iceland');
    await waitFor(() => expect(screen.queryByLabelText('Region')).not.toBeInTheDocument());
  });

  it('should reload and reset the dependent lists on each selection', async () => {
    open();
    await button('Purchase Residential Proxy');
    await selectOption('Country', 'Nigeria');
    await selectOption('Region', 'Lagos State');
    await selectOption('City', 'Ikeja');
    await selectOption('ISP', 'MTN');
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
    await selectOption('Region', 'Kano State');
    await waitFor(() => expect(summary().queryByText('MTN')).not.toBeInTheDocument());
    expect(summary().getByText('City').parentElement).toHaveTextContent('Random');
    await selectOption('Country', 'Random');
    await waitFor(() => expect(screen.queryByLabelText('Region')).not.toBeInTheDocument());
  });

  it('should show session types, protocols and packages with the price per GB', async () => {
    open();
    await button('Purchase Residential Proxy');
    expect(await listOptions('Session Type')).toEqual([
      'Keep IP as long as possible (high trust)',
      'Rotate on every new request',
      '1 minute',
      '2 minutes',
      '5 minutes',
      '10 minutes',
      '30 minutes',
      '1 hour',
      '6 hours',
      '12 hours',
      '24 hours',
    ]);
    expect(await listOptions('Protocol Type')).toEqual(['HTTP', 'SOCKS5']);
    const packages = within(screen.getByRole('radiogroup', { name: 'Traffic package' }));
    expect(packages.getByRole('radio', { name: /1 GB.*₦5,600.*₦5,600 per GB/ })).toBeChecked();
    expect(packages.getByRole('radio', { name: /5 GB.*₦25,600.*₦5,120 per GB/ })).not.toBeChecked();
    expect(screen.getByText('Please select a traffic limit to continue.')).toBeInTheDocument();
  });

  it('should write one day without a plural', async () => {
    api.on(
      'GET /pool/pricing',
      ok({ priceList: [{ traffic: '1', price: 900, validity_days: 1 }] }),
    );
    open();
    await button('Purchase Residential Proxy');
    expect(summary().getByText('1 day')).toBeInTheDocument();
  });

  it('should show an order summary', async () => {
    open();
    await button('Purchase Residential Proxy');
    await selectOption('Country', 'Nigeria');
    await selectOption('Region', 'Lagos State');
    await person.click(screen.getByRole('radio', { name: /^5 GB/ }));
    for (const [label, value] of [
      ['Country', 'Nigeria'],
      ['Region', 'Lagos State'],
      ['City', 'Random'],
      ['ISP', 'Random'],
      ['Session', 'Keep IP as long as possible (high trust)'],
      ['Protocol', 'HTTP'],
      ['Traffic', '5 GB'],
      ['Total', '₦25,600'],
    ] as const)
      expect(summary().getByText(label).parentElement).toHaveTextContent(value);
  });

  it('should show and send the price of the whole order, with what differs from the list', async () => {
    api.on(BUY, bought);
    api.on('POST /pricing/quote', ({ body }) =>
      ok({ total: (body as { region?: string }).region ? 6160 : 5040 }),
    );
    open('/buyproxy?country=ng&traffic=1');
    const total = () => summary().getByText('Total').parentElement;
    await waitFor(() => expect(total()).toHaveTextContent('₦5,040'));
    expect(summary().getByText('Discount').parentElement).toHaveTextContent('− ₦560');
    expect(api.calls('GET /pool/pricing').at(-1)?.query.get('country_code')).toBe('ng');
    await selectOption('Region', 'Lagos State');
    await waitFor(() => expect(total()).toHaveTextContent('₦6,160'));
    expect(summary().getByText('Targeting').parentElement).toHaveTextContent('+ ₦560');
    await person.click(await button('Purchase Residential Proxy'));
    await waitFor(() => expect(api.calls(BUY)).toHaveLength(1));
    expect(api.calls(BUY)[0]?.body).toMatchObject({ region: 'lagos', expected_total: 6160 });
  });

  it('should send one order with the selected values and open the history', async () => {
    const release = api.hold(BUY, bought);
    const router = open('/buyproxy?type=mobile');
    await button('Purchase Mobile Proxy');
    await selectOption('Country', 'Nigeria');
    await selectOption('ISP', 'MTN');
    await selectOption('Session Type', '5 minutes');
    await selectOption('Protocol Type', 'SOCKS5');
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
        expected_total: 25_600,
      },
    ]);
    expect(openedMessages()).toContain('Your proxy is ready to use.');
    await waitFor(() => expect(api.calls('GET /user/info').length).toBeGreaterThan(1));
  });

  it('should be disabled until its lists are loaded', async () => {
    const release = api.hold('GET /pool/pricing', ok({ priceList: null }));
    open();
    expect(await button('Loading...')).toBeDisabled();
    release();
    expect(await button('Purchase Residential Proxy')).toBeDisabled();
  });

  it('should wait for the price of the chosen country, also when it cannot be quoted', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    const priceList = (price: number) => [{ traffic: '1', price, validity_days: 30 }];
    api.on('GET /pool/pricing', async ({ query }) => {
      if (!query.has('country_code')) return ok({ priceList: priceList(5600) });
      await held;
      return ok({ priceList: priceList(7000) });
    });
    api.on('POST /pricing/quote', errorReply(404));
    api.on(BUY, bought);
    const { client } = renderBuyPage();
    await button('Purchase Residential Proxy');
    await selectOption('Country', 'Nigeria');
    await waitFor(() =>
      expect(
        client
          .getQueryCache()
          .findAll({ queryKey: ['quoteOrder'] })
          .some(({ queryHash, state }) => queryHash.includes('"ng"') && state.status === 'error'),
      ).toBe(true),
    );
    expect(await button('Loading...')).toBeDisabled();
    release();
    await person.click(await button('Purchase Residential Proxy'));
    await waitFor(() =>
      expect(api.calls(BUY)[0]?.body).toMatchObject({ country: 'ng', expected_total: 7000 }),
    );
  });

  it('should show the shortfall line by line and charge nothing', async () => {
    api.on(
      BUY,
      errorReply(402, {
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

  it.each([
    [errorReply(409, { message: 'Sold out.' }), 'Sold out.'],
    [errorReply(500), 'Failed to purchase proxy. Please try again.'],
    [{ body: { success: false } }, 'Failed to purchase proxy. Please try again.'],
  ])(
    'should show other errors with the server’s message or a fallback (%#)',
    async (reply, words) => {
      api.on(BUY, reply);
      open();
      await person.click(await button('Purchase Residential Proxy'));
      await waitFor(() => expect(openedMessages()).toEqual([words]));
    },
  );

  it('should show a separate message when no response arrives', async () => {
    open();
    const buy = await button('Purchase Residential Proxy');
    api.isDown = true;
    await person.click(buy);
    await waitFor(() =>
      expect(openedMessages()).toContain(
        'An error occurred while purchasing the proxy. Please try again.',
      ),
    );
  });
});
