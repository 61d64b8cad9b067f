import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '@/api/session';
import { pendingPayment } from '@/api/pending-payment';
import type { ApiServer } from '@/testing/api-server';
import { ada, ok } from '@/testing/samples';
import { openedMessages } from '@/testing/messages';
import { openWallet, RECENT, REFERENCE, withAWallet } from '@/testing/wallet-page';

const VERIFY = 'GET /payments/verify';
const verified = (status: string) =>
  ok({ status, transaction: { status, amount: 5000, reference: REFERENCE } });

describe('the wallet', () => {
  let api: ApiServer;
  withAWallet((started) => (api = started));

  // spec: C2.12, C4.13, C8.36
  it('asks by itself on coming back, names the amount, refreshes and tidies the address', async () => {
    pendingPayment.set(REFERENCE);
    let settle: () => void = () => undefined;
    const settled = new Promise<void>((done) => (settle = done));
    api.on(VERIFY, async () => {
      await settled;
      return verified('successful');
    });
    const router = openWallet(`/wallet?status=success&reference=${REFERENCE}`);
    const shown = ['GET /wallet', 'GET /user/info', RECENT];
    for (const route of shown) await waitFor(() => expect(api.calls(route)).toHaveLength(1));
    settle();
    await waitFor(() =>
      expect(openedMessages()).toContain('Payment verified! ₦5,000 has been added to your wallet.'),
    );
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(api.calls(VERIFY).map(({ query }) => query.get('reference'))).toEqual([REFERENCE]);
    for (const route of shown)
      await waitFor(() => expect(api.calls(route).length).toBeGreaterThan(1));
    expect(pendingPayment.get()).toBeNull();
  });

  // spec: C4.13
  it('asks about the payment that is kept when the address names none', async () => {
    pendingPayment.set(REFERENCE);
    api.on(VERIFY, verified('successful'));
    const router = openWallet('/wallet?status=success');
    await waitFor(() => expect(api.calls(VERIFY)).toHaveLength(1));
    expect(api.calls(VERIFY)[0]?.query.get('reference')).toBe(REFERENCE);
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(openedMessages()).not.toContain('No payment reference found');
  });

  // spec: C5.12
  it('says so when there is no payment to ask about', async () => {
    const router = openWallet('/wallet?status=success');
    await waitFor(() => expect(openedMessages()).toEqual(['No payment reference found']));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(api.calls(VERIFY)).toEqual([]);
  });

  // spec: C4.14
  it('says that a payment failed, and forgets it', async () => {
    pendingPayment.set(REFERENCE);
    api.on(VERIFY, verified('failed'));
    openWallet(`/wallet?status=success&reference=${REFERENCE}`);
    await waitFor(() =>
      expect(openedMessages()).toContain('Payment failed. Please try again or contact support.'),
    );
    await waitFor(() => expect(pendingPayment.get()).toBeNull());
  });

  // spec: C4.14
  it('keeps what is not settled in sight, with its reference, and asks again when told to', async () => {
    pendingPayment.set(REFERENCE);
    api.on(VERIFY, verified('successful'));
    openWallet();
    expect(screen.getByText(REFERENCE)).toBeInTheDocument();
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(screen.queryByText(REFERENCE)).not.toBeInTheDocument());
  });

  it('shows nobody the payment of who was signed in before', () => {
    pendingPayment.set(REFERENCE);
    act(() => session.start({ token: 't2', user: { ...ada, id: ada.id + 1 } }));
    openWallet();
    expect(screen.queryByText(REFERENCE)).not.toBeInTheDocument();
    act(() => session.start({ token: 't3', user: ada }));
    expect(pendingPayment.get()).toBe(REFERENCE);
  });

  it('keeps another payment in sight when the one that was returned from is settled', async () => {
    pendingPayment.set('TOPUP_EARLIER');
    api.on(VERIFY, verified('successful'));
    openWallet(`/wallet?status=success&reference=${REFERENCE}`);
    expect(await screen.findByText('TOPUP_EARLIER')).toBeInTheDocument();
    expect(pendingPayment.get()).toBe('TOPUP_EARLIER');
  });
});
