
export interface CheckoutData {
  /** The provider's checkout page to open in the browser. */
  checkout_url: string;
  /** The reference of the request. */
  reference: string;
}
