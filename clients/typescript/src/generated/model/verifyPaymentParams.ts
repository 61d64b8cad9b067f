
export type VerifyPaymentParams = {
/**
 * Reference of one of your top-ups.
 * @maxLength 200
 */
reference: string;
};
