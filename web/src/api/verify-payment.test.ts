import type { QueryClient } from '@tanstack/react-query';
import { serveApi, type Reply } from '@/testing/api-server';
import { ada } from '@/testing/samples';
import { messageQueue } from '@/lib/message-queue';
import { openedMessages, resetMessages } from '@/testing/messages';
import { pendingPayment } from './pending-payment';
import { createQueryClient } from './query-client';
import { session } from './session';
import { checkPayment } from './verify-payment';

const answer = (status: string): Reply => ({
  body: { success: true, data: { status, transaction: { status, amount: 5000 } } },
});

describe('checkPayment', () => {
  const api = serveApi();
  let client: QueryClient;

  beforeEach(() => {
    resetMessages();
    client = createQueryClient();
    pendingPayment.set('TOPUP_1');
  });

  it('should poll while the payment is pending and show the amount at the end', async () => {
    const answers = ['pending', 'pending', 'successful'].map(answer);
    api.on('GET /payments/verify', () => answers.shift() ?? {});
    const outcome = await checkPayment(client, 'TOPUP_1', {
      tries: 5,
      delayMs: 1,
      naming: 'amount',
    });
    expect(outcome).toBe('successful');
    expect(api.received).toHaveLength(3);
    expect(openedMessages()).toContain('Payment verified! ₦5,000 has been added to your wallet.');
    expect(pendingPayment.get()).toBeNull();
  });

  it('should stop after the given number of tries and keep the reference', async () => {
    api.on('GET /payments/verify', answer('pending'));
    expect(await checkPayment(client, 'TOPUP_1', { tries: 3, delayMs: 1 })).toBe('pending');
    expect(api.received).toHaveLength(3);
    const text = 'Payment is still being processed. Please wait...';
    expect(openedMessages()).toEqual([text]);
    const show = jest.fn(() => () => undefined);
    messageQueue.connect(show)();
    expect(new Set(show.mock.calls.map(String))).toEqual(new Set([`info,${text}`]));
    expect(pendingPayment.get()).toBe('TOPUP_1');
  });

  it('should keep the reference of another pending payment', async () => {
    api.on('GET /payments/verify', answer('successful'));
    expect(await checkPayment(client, 'TOPUP_2')).toBe('successful');
    expect(pendingPayment.get()).toBe('TOPUP_1');
  });

  it.each([answer('pending'), answer('successful'), { status: 404, body: {} }])(
    'should send no request and show no message after sign-out: %#',
    async (reply) => {
      session.start({ token: 't', user: ada });
      pendingPayment.set('TOPUP_1');
      api.on('GET /payments/verify', () => {
        session.logout();
        return reply;
      });
      expect(await checkPayment(client, 'TOPUP_1', { tries: 3, delayMs: 1 })).toBe('unknown');
      expect(api.received).toHaveLength(1);
      expect(openedMessages()).toEqual([]);
      session.start({ token: 't2', user: ada });
      expect(pendingPayment.get()).toBe('TOPUP_1');
    },
  );

  it('should show each message of a 422 as a separate toast', async () => {
    const errors = { reference: ['No payment reference found', 'It is too long.'] };
    api.on('GET /payments/verify', { status: 422, body: { message: 'Invalid input', errors } });
    expect(await checkPayment(client, 'TOPUP_1')).toBe('unknown');
    expect(openedMessages()).toEqual(errors.reference);
  });

  it('should show a separate message when no response arrives', async () => {
    api.isDown = true;
    expect(await checkPayment(client, 'TOPUP_1')).toBe('unknown');
    expect(openedMessages()).toEqual([
      'Failed to verify payment. Please contact support if money was deducted.',
    ]);
    expect(pendingPayment.get()).toBe('TOPUP_1');
  });

  it.each([
    [answer('successful'), 'successful', 'Payment verified successfully!'],
    [answer('failed'), 'failed', 'Payment failed. Please try again or contact support.'],
    [answer('reversed'), 'unknown', 'Payment status: reversed'],
    [{ status: 404, body: { message: 'No such payment.' } }, 'unknown', 'No such payment.'],
    [
      { status: 404, body: { code: 'PAYMENT_NOT_FOUND', message: 'Not yours.' } },
      'missing',
      'Not yours.',
    ],
    [{ status: 500, body: {} }, 'unknown', 'Payment verification failed'],
  ])('should show the message of each outcome: %#', async (reply, outcome, message) => {
    api.on('GET /payments/verify', reply);
    expect(await checkPayment(client, 'TOPUP_1')).toBe(outcome);
    expect(openedMessages()).toEqual([message]);
  });
});
