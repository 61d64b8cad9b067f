import type { QueryClient } from '@tanstack/react-query';
import { formatNaira } from '@/lib/money';
import { messageQueue } from '@/lib/message-queue';
import { pendingPayment } from './pending-payment';
import { errorMessages } from './error-messages';
import { verifyPayment } from './generated/hooks/payments/payments';
import { matchPaths, PATHS_INVALIDATED_BY_PAYMENT } from './invalidation';
import { session } from './session';

export type PaymentOutcome = 'successful' | 'pending' | 'failed' | 'unknown';

const PENDING = 'Payment is still being processed. Please wait...';
const FAILED = 'Payment failed. Please try again or contact support.';
const WORDING = {
  fallback: 'Payment verification failed',
  thrown: 'Failed to verify payment. Please contact support if money was deducted.',
};

interface Verification {
  outcome: PaymentOutcome;
  status: string;
  amount: number | null;
}

async function verify(reference: string): Promise<Verification> {
  const { data } = await verifyPayment({ reference });
  const status: string = data.transaction?.status ?? data.status;
  const amount = data.transaction?.amount ?? null;
  if (status === 'successful' || status === 'completed')
    return { outcome: 'successful', status, amount };
  return {
    outcome: status === 'pending' || status === 'failed' ? status : 'unknown',
    status,
    amount,
  };
}

function showOutcome({ outcome, status, amount }: Verification, naming: 'amount' | 'plain'): void {
  if (outcome === 'failed') messageQueue.error(FAILED);
  else if (outcome === 'pending') messageQueue.info(PENDING);
  else if (outcome === 'unknown') messageQueue.info(`Payment status: ${status}`);
  else if (naming === 'amount' && amount !== null) {
    messageQueue.success(`Payment verified! ${formatNaira(amount)} has been added to your wallet.`);
  } else messageQueue.success('Payment verified successfully!');
}

export interface VerifyOptions {
  /** Number of requests while the answer is "pending", at least once. */
  tries?: number;
  delayMs?: number;
  /** Whether the success message contains the amount. */
  naming?: 'amount' | 'plain';
}

/**
 * Polls until the payment is settled or the tries are used up, shows the outcome once, and
 * invalidates balance and lists. Never throws. Stops without a message when the customer signs out.
 */
export async function checkPayment(
  client: QueryClient,
  reference: string,
  options: VerifyOptions = {},
): Promise<PaymentOutcome> {
  const { tries = 1, delayMs = 2000, naming = 'plain' } = options;
  const userId = session.get()?.user.id;
  const isGone = (): boolean => session.get()?.user.id !== userId;
  try {
    let answer = await verify(reference);
    for (let left = tries - 1; answer.outcome === 'pending' && left > 0 && !isGone(); left -= 1) {
      messageQueue.info(PENDING);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (!isGone()) answer = await verify(reference);
    }
    if (isGone()) return 'unknown';
    showOutcome(answer, naming);
    if (answer.outcome === 'successful' || answer.outcome === 'failed')
      pendingPayment.forget(reference);
    await client.invalidateQueries(matchPaths(PATHS_INVALIDATED_BY_PAYMENT));
    return answer.outcome;
  } catch (error) {
    if (!isGone()) errorMessages(error, WORDING).forEach((message) => messageQueue.error(message));
    return 'unknown';
  }
}
