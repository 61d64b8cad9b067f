import { act, screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { pendingPayment } from '@/api/pending-payment';
import { useLocation } from 'react-router-dom';
import { renderAt } from '@/testing/render-app';
import type { Received } from '@/testing/api-server';
import { ada, errorReply, ok, pagination, transaction } from '@/testing/samples';
import { openedMessages } from '@/testing/messages';
import WalletPage from './wallet-page';
import {
  openWallet,
  PENDING,
  RECENT,
  REFERENCE,
  serveWalletPage,
  wallet,
} from '@/testing/wallet-page';

const VERIFY = 'GET /payments/verify';
const CHECKOUT = `GET /payments/${REFERENCE}/checkout`;
const checkout = (over: object) =>
  ok({
    reference: REFERENCE,
    amount: 5000,
    status: 'pending',
    checkout_url: null,
    can_cancel: false,
    closed_reason: null,
    review: null,
    reversals: [],
    ...over,
  });
const verified = (status: string) =>
  ok({ status, transaction: { status, amount: 5000, reference: REFERENCE } });

describe('returning from the checkout', () => {
  const api = serveWalletPage();

  it('should verify the payment, show the amount, refresh the balance and clear the URL parameters', async () => {
    pendingPayment.set(REFERENCE);
    const settle = api.hold(VERIFY, verified('successful'));
    const router = openWallet(`/wallet?status=success&reference=${REFERENCE}`);
    const routes = ['GET /wallet', 'GET /user/info', RECENT];
    for (const route of routes) await waitFor(() => expect(api.calls(route)).toHaveLength(1));
    settle();
    await waitFor(() =>
      expect(openedMessages()).toContain('Payment verified! ₦5,000 has been added to your wallet.'),
    );
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(api.calls(VERIFY).map(({ query }) => query.get('reference'))).toEqual([REFERENCE]);
    for (const route of routes)
      await waitFor(() => expect(api.calls(route).length).toBeGreaterThan(1));
    expect(pendingPayment.get()).toBeNull();
  });

  it('should not keep a balance that was read before the payment was credited', async () => {
    pendingPayment.set(REFERENCE);
    let credit: () => void = () => undefined;
    const credited = new Promise<void>((done) => (credit = done));
    let isFirst = true;
    api.on('GET /wallet', async () => {
      if (!isFirst) return ok({ ...wallet, balance: 17_500 });
      isFirst = false;
      await credited;
      return ok(wallet);
    });
    api.on(VERIFY, async () => {
      await waitFor(() => expect(api.calls('GET /wallet')).toHaveLength(1));
      return verified('successful');
    });
    openWallet(`/wallet?status=success&reference=${REFERENCE}`);
    await waitFor(() => expect(openedMessages()).toHaveLength(1));
    credit();
    await waitFor(() => expect(screen.getByTestId('wallet-balance')).toHaveTextContent('₦17,500'));
  });

  it('should verify the stored payment when the URL has no reference', async () => {
    pendingPayment.set(REFERENCE);
    api.on(VERIFY, verified('successful'));
    const router = openWallet('/wallet?status=success');
    await waitFor(() => expect(api.calls(VERIFY)).toHaveLength(1));
    expect(api.calls(VERIFY)[0]?.query.get('reference')).toBe(REFERENCE);
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(openedMessages()).not.toContain('No payment reference found');
  });

  it('should show a message when there is no payment to verify', async () => {
    const router = openWallet('/wallet?status=success');
    await waitFor(() => expect(openedMessages()).toEqual(['No payment reference found']));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(api.calls(VERIFY)).toEqual([]);
  });

  it('should show a failed payment and clear its reference', async () => {
    pendingPayment.set(REFERENCE);
    api.on(VERIFY, verified('failed'));
    openWallet(`/wallet?status=success&reference=${REFERENCE}`);
    await waitFor(() =>
      expect(openedMessages()).toContain('Payment failed. Please try again or contact support.'),
    );
    await waitFor(() => expect(pendingPayment.get()).toBeNull());
  });

  it('should keep the explanation of a failed payment until it is dismissed', async () => {
    api.on(VERIFY, verified('failed'));
    api.on(CHECKOUT, checkout({ status: 'failed', closed_reason: 'expired' }));
    openWallet(`/wallet?status=success&reference=${REFERENCE}`);
    const notice = await screen.findByText('₦5,000 was not added to your wallet');
    expect(screen.getByText('It was not paid in time.')).toBeVisible();
    expect(screen.getByText(REFERENCE)).toBeInTheDocument();
    await person.click(screen.getByText('Dismiss'));
    expect(notice).not.toBeInTheDocument();
  });

  it('should try the amount of a failed payment again', async () => {
    api.on(VERIFY, verified('failed'));
    api.on(CHECKOUT, checkout({ status: 'failed', closed_reason: 'declined' }));
    const router = openWallet(`/wallet?status=success&reference=${REFERENCE}`);
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await person.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Top Up ₦5,000' })).toBeEnabled();
    expect(screen.queryByText(REFERENCE)).not.toBeInTheDocument();
  });

  it('should offer a proxy for what was credited', async () => {
    api.on(VERIFY, verified('successful'));
    api.on(CHECKOUT, checkout({ status: 'successful' }));
    openWallet(`/wallet?status=success&reference=${REFERENCE}`);
    expect(await screen.findByText('₦5,000 is in your wallet')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Buy a proxy' });
    expect(link).toHaveAttribute('href', '/buyproxy');
    await person.click(screen.getByRole('button', { name: 'Close notice' }));
    await waitFor(() => expect(link).not.toBeInTheDocument());
  });

  describe('a payment that this browser does not know', () => {
    const pending = (id: number, over: object = {}) =>
      transaction({
        ...{ id, reference: `TOPUP_OTHER_${id}`, amount: id * 1000, status: 'pending' },
        ...{ can_verify: true, ...over },
      });
    const waits = (...rows: object[]) =>
      api.on(PENDING, ({ query }: Received) => {
        expect(query.get('status')).toBe('pending');
        return ok({ transactions: rows, pagination: pagination(rows.length) });
      });
    const OTHER = 'TOPUP_OTHER_10';

    it('should be shown with its amount, and lead to the others', async () => {
      waits(pending(10), pending(9), transaction({ id: 8, type: 'debit', status: 'pending' }));
      api.on(
        `GET /payments/${OTHER}/checkout`,
        checkout({ reference: OTHER, amount: 10_000, checkout_url: '#pay', can_cancel: true }),
      );
      openWallet();
      expect(await screen.findByText('₦10,000 is not confirmed yet')).toBeVisible();
      expect(await screen.findByRole('button', { name: 'Continue payment' })).toBeEnabled();
      expect(screen.getByRole('link', { name: '1 more top-up is not confirmed' })).toHaveAttribute(
        'href',
        '/transactions?status=pending',
      );
      expect(screen.queryByText('Dismiss')).not.toBeInTheDocument();
    });

    it('should lead to support only while what arrived is under review', async () => {
      const review = { received: 6000 };
      waits(pending(10, { review, can_verify: false }));
      api.on(
        `GET /payments/${OTHER}/checkout`,
        checkout({ reference: OTHER, amount: 10_000, review }),
      );
      openWallet();
      await screen.findByText('Under review: we received ₦6,000 of ₦10,000');
      await waitFor(() => expect(api.calls(`GET /payments/${OTHER}/checkout`)).toHaveLength(1));
      const link = screen.getByRole('link', { name: 'Contact support' });
      expect(link).toHaveAttribute('href', `/support?reference=${OTHER}`);
      for (const name of ['Continue payment', 'Verify', 'Cancel payment', 'Dismiss'])
        expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    });
  });

  it('should lead back to the checkout of a pending payment and cancel it', async () => {
    pendingPayment.set(REFERENCE);
    api.on(CHECKOUT, checkout({ checkout_url: '#checkout', can_cancel: true }));
    api.on(`POST /payments/${REFERENCE}/cancel`, checkout({ status: 'cancelled' }));
    openWallet();
    await person.click(await screen.findByRole('button', { name: 'Continue payment' }));
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Cancel payment' })).toBeEnabled(),
    );
    await person.click(screen.getByRole('button', { name: 'Cancel payment' }));
    await waitFor(() => expect(screen.queryByText(REFERENCE)).not.toBeInTheDocument());
    expect(pendingPayment.get()).toBeNull();
  });

  it('should say that a payment was not found, and forget it', async () => {
    api.on(VERIFY, errorReply(404, { code: 'PAYMENT_NOT_FOUND', message: 'No such payment.' }));
    const router = openWallet('/wallet?status=success&reference=TOPUP_OF_NOBODY');
    expect(await screen.findByText('We couldn’t find that payment')).toBeInTheDocument();
    expect(screen.queryByText(/the money is added as soon/)).not.toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(pendingPayment.get()).toBeNull();
    await person.click(screen.getByText('Dismiss'));
    expect(screen.queryByText('TOPUP_OF_NOBODY')).not.toBeInTheDocument();
  });

  it('should show the success once to a customer who left the wallet during the check', async () => {
    const settle = api.hold(VERIFY, verified('successful'));
    const Screens = () => (useLocation().pathname === '/wallet' ? <WalletPage /> : <p>Away</p>);
    const address = `/wallet?status=success&reference=${REFERENCE}`;
    const { router } = renderAt(<Screens />, address);
    await waitFor(() => expect(api.calls(VERIFY)).toHaveLength(1));
    await act(() => router.navigate('/dashboard'));
    await act(() => router.navigate(address));
    settle();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await act(() => router.navigate('/dashboard'));
    await act(() => router.navigate(address));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(openedMessages()).toEqual(['Payment verified! ₦5,000 has been added to your wallet.']);
  });

  it('should return to the order from which the top-up was begun', async () => {
    api.on(VERIFY, verified('successful'));
    const order = encodeURIComponent('type=mobile&country=ng&traffic=5');
    const router = openWallet(`/wallet?status=success&order=${order}&reference=${REFERENCE}`);
    expect(await screen.findByRole('link', { name: 'Back to your order' })).toHaveAttribute(
      'href',
      '/buyproxy?type=mobile&country=ng&traffic=5',
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/buyproxy'));
    expect(router.state.location.search).toBe('?type=mobile&country=ng&traffic=5');
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('should not take a customer who has left the wallet to the order', async () => {
    const settle = api.hold(VERIFY, verified('successful'));
    const Screens = () => (useLocation().pathname === '/wallet' ? <WalletPage /> : <p>Away</p>);
    const { router } = renderAt(
      <Screens />,
      `/wallet?status=success&order=&reference=${REFERENCE}`,
    );
    await waitFor(() => expect(api.calls(VERIFY)).toHaveLength(1));
    await act(() => router.navigate('/dashboard'));
    settle();
    await waitFor(() => expect(openedMessages()).toHaveLength(1));
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('should show a pending payment with its reference and verify it on demand', async () => {
    pendingPayment.set(REFERENCE);
    api.on(VERIFY, verified('successful'));
    openWallet();
    expect(screen.getByText(REFERENCE)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(screen.queryByText(REFERENCE)).not.toBeInTheDocument());
  });

  it('should not show the pending payment of a previous user', () => {
    pendingPayment.set(REFERENCE);
    act(() => session.start({ token: 't2', user: { ...ada, id: ada.id + 1 } }));
    openWallet();
    expect(screen.queryByText(REFERENCE)).not.toBeInTheDocument();
    act(() => session.start({ token: 't3', user: ada }));
    expect(pendingPayment.get()).toBe(REFERENCE);
  });

  it('should keep another pending payment after verifying the returned one', async () => {
    pendingPayment.set('TOPUP_EARLIER');
    api.on(VERIFY, verified('successful'));
    openWallet(`/wallet?status=success&reference=${REFERENCE}`);
    expect(await screen.findByText('TOPUP_EARLIER')).toBeInTheDocument();
    expect(pendingPayment.get()).toBe('TOPUP_EARLIER');
  });
});
