import type { QueryClient } from '@tanstack/react-query';
import { formatNaira } from '@/lib/money';
import { messageQueue } from '@/lib/message-queue';
import { pendingPayment } from './pending-payment';
import { errorMessages } from './error-messages';
import { verifyPayment } from './generated/payments';
import { reloadShown } from './invalidation';
import { ApiError } from './api-error';
import { session } from './session';

/** `missing`: the customer has no such payment; `unknown`: the status could not be read. */
export type PaymentOutcome = 'successful' | 'pending' | 'failed' | 'missing' | 'unknown';

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

/** Checks of one page load: those that run, and the payments whose success has been shown. */
interface Checks {
  running: Map<string, Promise<PaymentOutcome>>;
  shown: Set<string>;
}

const checksByClient = new WeakMap<QueryClient, Checks>();

function getChecks(client: QueryClient): Checks {
  const checks = checksByClient.get(client) ?? { running: new Map(), shown: new Set() };
  checksByClient.set(client, checks);
  return checks;
}

/**
 * Polls until the payment is settled or the tries are used up, shows the outcome once, and
 * invalidates balance and lists. Never throws. Stops without a message when the customer signs out.
 * A screen that opens again during a check joins it.
 */
export function checkPayment(
  client: QueryClient,
  reference: string,
  options: VerifyOptions = {},
): Promise<PaymentOutcome> {
  const { running } = getChecks(client);
  const key = `${session.get()?.user.id ?? 0}:${reference}`;
  const check =
    running.get(key) ?? runCheck(client, reference, options).finally(() => running.delete(key));
  running.set(key, check);
  return check;
}

async function runCheck(
  client: QueryClient,
  reference: string,
  options: VerifyOptions,
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
    const { shown } = getChecks(client);
    const isSuccess = answer.outcome === 'successful';
    if (!isSuccess || !shown.has(reference)) showOutcome(answer, naming);
    if (isSuccess) shown.add(reference);
    if (answer.outcome === 'successful' || answer.outcome === 'failed')
      pendingPayment.forget(reference);
    await reloadShown(client);
    return answer.outcome;
  } catch (error) {
    if (isGone()) return 'unknown';
    errorMessages(error, WORDING).forEach((message) => messageQueue.error(message));
    const isMissing = error instanceof ApiError && error.code === 'PAYMENT_NOT_FOUND';
    if (isMissing) pendingPayment.forget(reference);
    return isMissing ? 'missing' : 'unknown';
  }
}
