import type { QueryClient } from '@tanstack/react-query';
import { parseCheckoutUrl } from '@/lib/checkout-url';
import { messageQueue } from '@/lib/message-queue';
import { errorMessages } from './error-messages';
import { cancelPayment, getPaymentCheckout } from './generated/payments';
import { reloadShown } from './invalidation';
import { pendingPayment } from './pending-payment';

const CLOSED = 'This checkout page is closed. Verify the payment, or start a new top-up.';

const reload = (client: QueryClient): Promise<void> => reloadShown(client);

const showError = (error: unknown, fallback: string): void =>
  errorMessages(error, { fallback }).forEach((text) => messageQueue.error(text));

/** Opens the checkout page of a started top-up, if it can still be paid. Never throws. */
export async function openCheckout(client: QueryClient, reference: string): Promise<void> {
  try {
    const { data } = await getPaymentCheckout(reference);
    const address = data.checkout_url === null ? null : parseCheckoutUrl(data.checkout_url);
    if (address) {
      pendingPayment.set(reference);
      window.location.assign(address);
      return;
    }
    messageQueue.info(CLOSED);
    await reload(client);
  } catch (error) {
    showError(error, 'Failed to open the checkout page');
  }
}

/** Closes a pending top-up on the statement. Never throws. @returns whether it is closed. */
export async function closePayment(client: QueryClient, reference: string): Promise<boolean> {
  try {
    const { message } = await cancelPayment(reference);
    pendingPayment.forget(reference);
    messageQueue.success(message ?? 'Payment cancelled.');
    await reload(client);
    return true;
  } catch (error) {
    showError(error, 'Failed to cancel the payment');
    return false;
  }
}
