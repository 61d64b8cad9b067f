import { act, screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { findOption } from '@/testing/choices';
import { BUY, bought, renderBuyPage, serveBuyPage } from '@/testing/buy-page';
import { clickTwice } from '@/testing/click-twice';
import { openedMessages } from '@/testing/messages';
import { ada, errorReply, ok, proxy } from '@/testing/samples';
import { configureSite } from '@/testing/site';
import { wallet } from '@/testing/wallet-page';

const BUY_DATACENTER = 'POST /proxies/buy-datacenter';

describe('a purchase', () => {
  const api = serveBuyPage();

  const open = (address?: string) => renderBuyPage(address).router;
  const button = (name: string) => screen.findByRole('button', { name });

  it('should buy once on two quick taps', async () => {
    api.on(BUY, bought);
    const router = open();
    await clickTwice(await button('Purchase Residential Proxy'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/proxyhistory'));
    expect(api.calls(BUY)).toHaveLength(1);
  });

  it('should say that the order was refunded when it is repeated after that', async () => {
    api.on(BUY, ok({ order_status: 'refunded', proxies: [proxy()] }));
    const router = open();
    await person.click(await button('Purchase Residential Proxy'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/proxyhistory'));
    expect(openedMessages()).toEqual(['This order was refunded.']);
    expect(router.state.location.state).toEqual({ purchasedIds: [] });
  });

  it('should not be possible during maintenance, also when that began in the meantime', async () => {
    const maintenance = { message: 'We move. Back soon.', until: null };
    api.on(BUY, errorReply(503, { code: 'MAINTENANCE', message: maintenance.message }));
    open();
    const purchase = await button('Purchase Residential Proxy');
    api.on('GET /auth/config', ok({ site_name: 'NairaProxy', maintenance }));
    await person.click(purchase);
    expect(await button('Buying is paused')).toBeDisabled();
    expect(purchase).toHaveAttribute('title', 'We move. Back soon.');
    expect(openedMessages()).toEqual(['We move. Back soon.']);
    await configureSite(api, { maintenance: { ...maintenance, until: '2020-01-01T00:00:00Z' } });
    expect(await button('Purchase Residential Proxy')).toBeEnabled();
    await configureSite(api);
  });

  // A slow device shows a choice before the page has rendered the order with it.
  it.each([
    ['', 'Country', 'Nigeria', 'Purchase Residential Proxy', { country: 'ng' }],
    [
      'type=datacenter&location=ng',
      'Period',
      '60 Days',
      'Purchase Datacenter Proxies',
      { duration_minutes: 86_400 },
    ],
  ])(
    'should never buy what was chosen before, as with ?%s',
    async (order, field, choice, action, expected) => {
      api.on(BUY, bought);
      api.on(BUY_DATACENTER, bought);
      api.on('GET /countries', ok([{ id: 1, code: 'ng', name: 'Nigeria' }]));
      api.on('GET /catalog', ok([{ country_id: 1, quantity: 24, protocols: ['http'] }]));
      api.on('POST /pricing', ok({ price_per_unit: 4800 }));
      open(`/buyproxy?${order}`);
      await waitFor(async () => expect(await button(action)).toBeEnabled());
      const purchase = await button(action);
      const option = await findOption(field, choice);
      // Renders nothing before the form has been validated and submitted.
      await act(async () => {
        option.click();
        purchase.click();
        await new Promise((validated) => setTimeout(validated));
      });
      expect(screen.queryByRole('button', { name: 'Processing Purchase...' })).toBeNull();
      await waitFor(async () => expect(await button(action)).toBeEnabled());
      await person.click(await button(action));
      await waitFor(() =>
        expect([...api.calls(BUY), ...api.calls(BUY_DATACENTER)]).toHaveLength(1),
      );
      expect([...api.calls(BUY), ...api.calls(BUY_DATACENTER)][0]?.body).toMatchObject(expected);
    },
  );

  it('should show the result after the customer has left the page', async () => {
    const release = api.hold(BUY, bought);
    const { router, unmount } = renderBuyPage();
    await person.click(await button('Purchase Residential Proxy'));
    await button('Processing Purchase...');
    unmount();
    release();
    await waitFor(() => expect(openedMessages()).toEqual(['Your proxy is ready to use.']));
    expect(router.state.location.pathname).toBe('/buyproxy');
  });

  it('should buy nothing else while a purchase is in progress that was started before', async () => {
    const release = api.hold(BUY, bought);
    const router = open();
    await person.click(await button('Purchase Residential Proxy'));
    await button('Processing Purchase...');
    for (const name of [/^Mobile/, /^Residential/]) {
      await person.click(screen.getByRole('radio', { name }));
      expect(await button('Processing Purchase...')).toBeDisabled();
    }
    release();
    await waitFor(() => expect(openedMessages()).toEqual(['Your proxy is ready to use.']));
    expect(await button('Purchase Residential Proxy')).toBeEnabled();
    expect(router.state.location.pathname).toBe('/buyproxy');
    expect(api.calls(BUY)).toHaveLength(1);
  });

  it('should show a member of a team what is left of the limits, and load it again after a purchase', async () => {
    const user = { ...ada, wallet_balance: 100_000 };
    const member = { ...user, team: { role: 'buyer' as const, owner_name: 'Ngozi Bello' } };
    const leave = (today: number) => {
      const limit = { limit: 20_000, spent: 20_000 - today, left: today };
      const spending_limits = { today: limit, this_month: null };
      api.on('GET /wallet', ok({ ...wallet, spending_limits }));
    };
    api.on('GET /user/info', ok({ user: member }));
    act(() => session.start({ token: 't', user: member }));
    leave(8000);
    api.on(BUY, () => {
      leave(2400);
      return bought;
    });
    const { unmount } = renderBuyPage();
    expect(await screen.findByText('You can spend ₦8,000 more today.')).toBeVisible();
    expect(screen.queryByText(/Ask the owner/)).toBeNull();
    await person.click(await button('Purchase Residential Proxy'));
    await waitFor(() => expect(api.calls('GET /wallet')).toHaveLength(2));
    unmount();
    open();
    expect(
      await screen.findByText(
        'You can spend ₦2,400 more today. You need ₦3,200 more. Ask the owner of the account to raise your limit.',
      ),
    ).toBeVisible();
  });

  it('should not load limits for the owner', async () => {
    open();
    expect(await screen.findByText('Wallet after this purchase')).toBeVisible();
    expect(api.calls('GET /wallet')).toHaveLength(0);
  });

  it('should reload the wallet when the outcome of a purchase is unknown', async () => {
    api.on(BUY, errorReply(503));
    open();
    const buy = await button('Purchase Residential Proxy');
    const loads = api.calls('GET /user/info').length;
    await person.click(buy);
    await waitFor(() => expect(api.calls('GET /user/info').length).toBeGreaterThan(loads));
  });
});

describe('the free trial', () => {
  const api = serveBuyPage();
  const trial = { available: true, megabytes: 100, reason: null, has_bought: false };
  const CLAIM = 'POST /user/trial';
  afterEach(() => localStorage.clear());

  it('should be started once by who has bought nothing', async () => {
    await configureSite(api, { trial_megabytes: 100 });
    api.on('GET /user/trial', ok(trial));
    api.on(CLAIM, ok({ proxies: [proxy({ id: 12 })] }, 'Your free trial is ready to use.'));
    const { router } = renderBuyPage();
    expect(await screen.findByRole('region', { name: 'Free trial' })).toHaveTextContent(
      /^Try 100 MB free/,
    );
    await clickTwice(screen.getByRole('button', { name: 'Start free trial' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/proxyhistory'));
    expect(router.state.location.state).toEqual({ purchasedIds: [12] });
    expect(openedMessages()).toEqual(['Your free trial is ready to use.']);
    expect(api.calls(CLAIM)).toHaveLength(1);
  });

  it.each([
    ['one who has bought', 100, { ...trial, has_bought: true }],
    ['one who had it', 100, { ...trial, available: false, reason: 'TRIAL_USED' }],
    ['anybody while there is none', 0, trial],
  ])('should not be offered to %s', async (_, megabytes, data) => {
    await configureSite(api, { trial_megabytes: megabytes });
    api.on('GET /user/trial', ok(data));
    renderBuyPage();
    await screen.findByRole('button', { name: 'Purchase Residential Proxy' });
    expect(screen.queryByRole('region', { name: 'Free trial' })).not.toBeInTheDocument();
    expect(api.calls('GET /user/trial')).toHaveLength(megabytes > 0 ? 1 : 0);
  });
});
