import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { pendingPayment } from '@/api/pending-payment';
import { renderAt } from '@/testing/render-app';
import { ada, ok, errorReply } from '@/testing/samples';
import { configureSite } from '@/testing/site';
import { openedMessages } from '@/testing/messages';
import { openWallet, RECENT, REFERENCE, serveWalletPage } from '@/testing/wallet-page';
import WalletPage from './wallet-page';

const START = 'POST /payments/initialize-topup';
/** A checkout URL within the page, because jsdom cannot navigate. */
const checkout = {
  body: {
    success: true,
    message: 'Payment initialized successfully!',
    payment_data: {
      data: { checkout_url: `${window.location.href}#checkout`, reference: REFERENCE },
    },
  },
};

describe('WalletPage', () => {
  const api = serveWalletPage();

  const amount = () => screen.getByLabelText('Amount');
  const submit = () => screen.getByRole('button', { name: /^Top Up/ });
  const topUp = async (typed: string) => {
    await person.type(amount(), typed);
    await waitFor(() => expect(submit()).toBeEnabled());
    await person.click(submit());
  };

  it('should show the balance in whole naira, its purpose and the card processor', async () => {
    openWallet();
    await waitFor(() => expect(screen.getByTestId('wallet-balance')).toHaveTextContent('₦12,500'));
    expect(screen.getByText('Available for proxy purchases')).toBeInTheDocument();
    expect(screen.getByText(/^Powered by \w+/)).toBeInTheDocument();
  });

  it('should have the invitations in a tab where the shop rewards them', async () => {
    await configureSite(api, { referrals: true });
    const router = openWallet();
    await person.click(await screen.findByRole('tab', { name: 'Referrals' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=referrals'));
    await waitFor(() => expect(api.calls('GET /user/referrals')).toHaveLength(1));
    await person.click(screen.getByRole('tab', { name: 'Wallet' }));
    expect(await screen.findByText('Available for proxy purchases')).toBeVisible();
    await configureSite(api, { referrals: false });
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('should show three figures', async () => {
    openWallet();
    expect(await screen.findByText('₦5,600')).toBeInTheDocument();
    for (const [label, figure] of [
      ['This Month', '₦5,600'],
      ['Total Top-ups', '₦30,000'],
      ['Average Monthly', '₦4,200'],
    ] as const)
      expect(screen.getByText(label).parentElement).toHaveTextContent(figure);
  });

  it('should list the six latest transactions and link to all', async () => {
    openWallet();
    const panel = within(screen.getByRole('region', { name: 'Recent Transactions' }));
    expect(await panel.findByText(/^\+₦5,000/)).toBeInTheDocument();
    expect(api.calls(RECENT)[0]?.query.get('limit')).toBe('6');
    expect(panel.getByRole('link', { name: 'View All Transactions' })).toHaveAttribute(
      'href',
      '/transactions',
    );
  });

  it('should show the configured minimum as a hint', async () => {
    openWallet();
    expect(await screen.findByPlaceholderText('Minimum 1000')).toBe(amount());
    expect(screen.getByText('Minimum ₦1,000, maximum ₦1,000,000')).toBeInTheDocument();
  });

  it('should use the configured minimum in hint, validation and message', async () => {
    api.on('GET /pricing-info', ok({ minimum_topup: 100, maximum_topup: 1_000_000 }));
    openWallet();
    await screen.findByPlaceholderText('Minimum 100');
    await topUp('99');
    expect(await screen.findByText('Minimum amount is ₦100')).toBeVisible();
  });

  it.each([
    ['abc', 'Invalid amount'],
    ['0', 'Amount must be greater than 0'],
    ['999', 'Minimum amount is ₦1,000'],
    ['1000001', 'Maximum amount is ₦1,000,000'],
  ])('should reject "%s" with %s and start no payment', async (typed, message) => {
    openWallet();
    await screen.findByPlaceholderText('Minimum 1000');
    await topUp(typed);
    expect(await screen.findByText(message)).toBeVisible();
    expect(api.calls(START)).toEqual([]);
  });

  it('should fill the amount from four buttons and require one before it can be sent', async () => {
    openWallet();
    expect(submit()).toBeDisabled();
    const quick = within(screen.getByRole('group', { name: 'Quick amounts' }));
    expect(quick.getAllByRole('button').map((button) => button.textContent)).toEqual([
      '₦5,000',
      '₦10,000',
      '₦25,000',
      '₦50,000',
    ]);
    await person.click(quick.getByRole('button', { name: '₦25,000' }));
    expect(amount()).toHaveValue('25000');
    await waitFor(() => expect(submit()).toBeEnabled());
  });

  it('should start one payment, store its reference and open the checkout', async () => {
    api.on(START, checkout);
    openWallet();
    await topUp('5000');
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(openedMessages()).toContain('Payment initialized successfully!');
    expect(pendingPayment.get()).toBe(REFERENCE);
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    const [call] = api.calls(START);
    expect(call?.body).toEqual({
      amount: 5000,
      currency: 'NGN',
      email: ada.email,
      reference: expect.stringMatching(/^TOPUP_\d{13}_[0-9A-Z]{9}$/) as string,
      callback_url: 'http://localhost/wallet?status=success',
      metadata: { user_id: ada.id, purpose: 'wallet_topup', amount: 5000 },
    });
    expect(call?.headers['idempotency-key']).toBeDefined();
  });

  it('should offer the ways to pay of the shop and open the checkout with the chosen one', async () => {
    await configureSite(api, { site_name: 'Shop', topup_channels: ['card', 'bank_transfer'] });
    api.on(START, checkout);
    openWallet();
    const ways = within(screen.getByRole('radiogroup', { name: 'Pay by' }));
    await waitFor(() => expect(ways.getAllByRole('radio')).toHaveLength(2));
    expect(ways.getByRole('radio', { name: 'Bank transfer' })).toBeChecked();
    await person.click(ways.getByRole('radio', { name: 'Card' }));
    await topUp('5000');
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(api.calls(START)[0]?.body).toMatchObject({ channel: 'card' });
    await configureSite(api, { topup_channels: [] });
  });

  it('should show what a code adds, say why one does not, and send it with the top-up', async () => {
    api.on('POST /user/coupons/quote', ({ body }) => {
      const { coupon, amount } = body as { coupon: string; amount: number };
      return coupon === 'welcome10'
        ? ok({ bonus: amount / 10, credited: amount * 1.1 })
        : errorReply(422, { errors: { coupon: ['We couldn’t find this code.'] } });
    });
    api.on(START, checkout);
    openWallet();
    await person.type(amount(), '5000');
    await person.click(screen.getByRole('button', { name: 'Have a code?' }));
    const code = screen.getByLabelText('Code');
    await person.type(code, 'nothing');
    await person.tab();
    expect(await screen.findByText('We couldn’t find this code.')).toBeVisible();
    await person.clear(code);
    await person.type(code, ' welcome10 ');
    await person.tab();
    expect(await screen.findByText('Adds ₦500: you get ₦5,500.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: '₦10,000' }));
    expect(await screen.findByText('Adds ₦1,000: you get ₦11,000.')).toBeVisible();
    await person.click(submit());
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(api.calls(START)[0]?.body).toMatchObject({ amount: 10_000, coupon: 'welcome10' });
  });

  it('should carry the order through the checkout', async () => {
    api.on(START, checkout);
    openWallet('/wallet?amount=2500&order=type%3Dmobile%26country%3Dng');
    await person.click(await screen.findByRole('button', { name: 'Top Up ₦2,500' }));
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(api.calls(START)[0]?.body).toMatchObject({
      callback_url: 'http://localhost/wallet?status=success&order=type%3Dmobile%26country%3Dng',
    });
  });

  it('should start one payment on two quick taps', async () => {
    api.on(START, checkout);
    openWallet();
    await person.type(amount(), '5000');
    const form = submit().closest('form')!;
    await act(async () => {
      fireEvent.submit(form);
      // Enough microtasks for the form validation, but no timer runs.
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      fireEvent.submit(form);
    });
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(api.calls(START)).toHaveLength(1);
  });

  it('should allow another payment when Back restores the page from the checkout', async () => {
    api.on(START, checkout);
    openWallet();
    await topUp('5000');
    await screen.findByRole('button', { name: 'Processing...' });
    await waitFor(() => expect(pendingPayment.get()).toBe(REFERENCE));
    const back = new Event('pageshow');
    act(() => void window.dispatchEvent(Object.assign(back, { persisted: true })));
    await waitFor(() => expect(submit()).toBeEnabled());
    expect(screen.getByText(REFERENCE)).toBeInTheDocument();
    await person.click(submit());
    await waitFor(() => expect(api.calls(START)).toHaveLength(2));
  });

  it('should list the unpaid top-ups that keep another from starting, to be paid or cancelled', async () => {
    const message = 'You have 10 top-ups that are not paid yet.';
    const open = [
      { reference: 'TOPUP_1', amount: 5000, created_at: '2026-11-20T10:00:00Z' },
      { reference: 'TOPUP_2', amount: 7000, created_at: '2026-11-20T11:00:00Z' },
    ];
    const state = (status: string) =>
      ok({
        reference: 'TOPUP_2',
        amount: 7000,
        status,
        checkout_url: `${window.location.origin}/#open`,
        can_cancel: true,
        closed_reason: null,
        created_at: open[1]!.created_at,
      });
    api.on(
      START,
      errorReply(409, { code: 'TOO_MANY_OPEN_TOP_UPS', message, errors: { open_top_ups: open } }),
    );
    api.on('POST /payments/TOPUP_1/cancel', state('cancelled'));
    api.on('GET /payments/TOPUP_2/checkout', state('pending'));
    openWallet();
    await topUp('5000');
    const list = within(await screen.findByRole('list', { name: 'Your unpaid top-ups' }));
    expect(openedMessages()).toEqual([message]);
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringContaining('₦5,000') as string,
      expect.stringContaining('₦7,000') as string,
    ]);
    await person.click(list.getByRole('button', { name: 'Cancel ₦5,000, TOPUP_1' }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    await person.click(list.getByRole('button', { name: 'Continue payment of ₦7,000, TOPUP_2' }));
    await waitFor(() => expect(window.location.hash).toBe('#open'));
  });

  it('should retry a lost request with the same reference and key, until a response arrives', async () => {
    openWallet();
    const { fetch } = globalThis;
    const lost: Request[] = [];
    globalThis.fetch = (url, init) => {
      if (init?.method !== 'POST') return fetch(url, init);
      lost.push(new Request(new URL(String(url), 'http://localhost'), init));
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    await topUp('5000');
    await waitFor(() => expect(openedMessages()).toHaveLength(1));
    globalThis.fetch = fetch;
    const [first] = lost;
    const sent = (await first!.json()) as object;

    api.on(START, errorReply(409, { message: 'Already used.' }));
    await waitFor(() => expect(submit()).toBeEnabled());
    await person.click(submit());
    await waitFor(() => expect(openedMessages()).toContain('Already used.'));
    const [second] = api.calls(START);
    expect(second?.body).toEqual(sent);
    expect(second?.headers['idempotency-key']).toBe(first!.headers.get('idempotency-key'));

    api.on(START, checkout);
    await waitFor(() => expect(submit()).toBeEnabled());
    await person.click(submit());
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(api.calls(START)[1]?.body).not.toEqual(sent);
  });

  it('should open the same checkout again until its payment has ended', async () => {
    const start = async () => {
      const { unmount } = renderAt(<WalletPage />, '/wallet');
      window.location.hash = '';
      await topUp('5000');
      await waitFor(() => expect(window.location.hash).toBe('#checkout'));
      unmount();
    };
    api.on(START, ({ body }) => {
      const { reference } = body as { reference: string };
      const data = { checkout_url: `${window.location.origin}/#checkout`, reference };
      return { body: { success: true, payment_data: { data } } };
    });
    await start();
    await start();
    pendingPayment.forget(pendingPayment.get()!);
    await start();
    const [first, second, third] = api
      .calls(START)
      .map(({ body, headers }) => [
        (body as { reference: string }).reference,
        headers['idempotency-key'],
      ]);
    expect(second).toEqual(first);
    expect(third![0]).not.toBe(first![0]);
  });

  it('should keep a top-up whose response arrives after the page was left', async () => {
    const release = api.hold(START, checkout);
    const { unmount } = renderAt(<WalletPage />, '/wallet');
    await topUp('5000');
    await screen.findByRole('button', { name: 'Processing...' });
    unmount();
    release();
    await waitFor(() =>
      expect(openedMessages()).toEqual(['Your top-up was started. Continue it in your wallet.']),
    );
    expect(pendingPayment.get()).toBe(REFERENCE);
    expect(window.location.hash).toBe('');
  });

  it('should start no payment for a user without an email', async () => {
    session.start({ token: 't', user: { ...ada, email: '' } });
    api.on('GET /user/info', errorReply(503));
    openWallet();
    await topUp('5000');
    await waitFor(() => expect(openedMessages()).toContain('User email not found'));
    expect(api.calls(START)).toEqual([]);
  });

  it.each([
    [
      'the server’s words',
      errorReply(502, { message: 'The provider is away.' }),
      'The provider is away.',
    ],
    ['its own', errorReply(502), 'Failed to initialize payment'],
    [
      'a word about a checkout that is no web page',
      {
        body: {
          success: true,
          payment_data: { data: { checkout_url: 'javascript:alert(1)', reference: REFERENCE } },
        },
      },
      'Payment initialization failed',
    ],
  ])('should show why a payment did not start with %s', async (_what, reply, words) => {
    api.on(START, reply);
    openWallet();
    await topUp('5000');
    await waitFor(() => expect(openedMessages()).toEqual([words]));
    expect(window.location.hash).toBe('');
  });

  it.each([[errorReply(404), 'Failed to load wallet data']])(
    'should show that the wallet could not be loaded',
    async (reply, words) => {
      api.on('GET /wallet', reply);
      openWallet();
      await waitFor(() => expect(openedMessages()).toEqual([words]));
    },
  );

  it('should show that the transactions could not be loaded, and retry', async () => {
    api.on(RECENT, errorReply(404));
    openWallet();
    expect(
      await screen.findByRole('heading', { name: 'Failed to load transactions' }),
    ).toBeInTheDocument();
    api.on(RECENT, ok({ transactions: null }));
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No transactions found.')).toBeInTheDocument();
  });
});
