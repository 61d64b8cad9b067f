import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '@/api/session';
import { pendingPayment } from '@/api/pending-payment';
import type { ApiServer } from '@/testing/api-server';
import { ada, ok } from '@/testing/samples';
import { openedMessages } from '@/testing/messages';
import { openWallet, RECENT, REFERENCE, setUpWalletPage } from '@/testing/wallet-page';

const VERIFY = 'GET /payments/verify';
const verified = (status: string) =>
  ok({ status, transaction: { status, amount: 5000, reference: REFERENCE } });

describe('returning from the checkout', () => {
  let api: ApiServer;
  setUpWalletPage((started) => (api = started));

  // spec: C2.12, C4.13, C8.36
  it('should verify the payment, show the amount, refresh the balance and clear the URL parameters', async () => {
    pendingPayment.set(REFERENCE);
    let settle: () => void = () => undefined;
    const settled = new Promise<void>((done) => (settle = done));
    api.on(VERIFY, async () => {
      await settled;
      return verified('successful');
    });
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

  // spec: C4.13
  it('should verify the stored payment when the URL has no reference', async () => {
    pendingPayment.set(REFERENCE);
    api.on(VERIFY, verified('successful'));
    const router = openWallet('/wallet?status=success');
    await waitFor(() => expect(api.calls(VERIFY)).toHaveLength(1));
    expect(api.calls(VERIFY)[0]?.query.get('reference')).toBe(REFERENCE);
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(openedMessages()).not.toContain('No payment reference found');
  });

  // spec: C5.12
  it('should show a message when there is no payment to verify', async () => {
    const router = openWallet('/wallet?status=success');
    await waitFor(() => expect(openedMessages()).toEqual(['No payment reference found']));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(api.calls(VERIFY)).toEqual([]);
  });

  // spec: C4.14
  it('should show a failed payment and clear its reference', async () => {
    pendingPayment.set(REFERENCE);
    api.on(VERIFY, verified('failed'));
    openWallet(`/wallet?status=success&reference=${REFERENCE}`);
    await waitFor(() =>
      expect(openedMessages()).toContain('Payment failed. Please try again or contact support.'),
    );
    await waitFor(() => expect(pendingPayment.get()).toBeNull());
  });

  // spec: C4.14
  it('should show a pending payment with its reference and verify it on demand', async () => {
    pendingPayment.set(REFERENCE);
    api.on(VERIFY, verified('successful'));
    openWallet();
    expect(screen.getByText(REFERENCE)).toBeInTheDocument();
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Verify' }));
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
