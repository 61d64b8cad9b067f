export class CheckoutData {
  /** The provider's checkout page to open in the browser. */
  checkout_url: string;
  /** The reference of the request. @example TOPUP1763600000000AB12CD */
  reference: string;
}

export class PaymentData {
  data: CheckoutData;
}

export class InitializeTopupResponse {
  /** Always true. */
  success: boolean;
  /** @example Payment initialized successfully! */
  message: string;
  payment_data: PaymentData;
}

export const toInitializeTopupResponse = (checkout: {
  checkoutUrl: string;
  reference: string;
}): InitializeTopupResponse => ({
  success: true,
  message: 'Payment initialized successfully!',
  payment_data: { data: { checkout_url: checkout.checkoutUrl, reference: checkout.reference } },
});
