import type { WalletService } from '../wallet/wallet.service';
import type { Payment } from './payment.entity';

export const DEFAULT_METHOD = 'card';

/** How a payment was made, as its statement line says; by card where the provider did not say. */
export const findPaymentMethod = async (
  wallet: WalletService,
  { transactionId }: Pick<Payment, 'transactionId'>,
): Promise<string> =>
  (await wallet.findTransaction(transactionId))?.paymentMethod ?? DEFAULT_METHOD;
