
export type VerifyEmailParams = {
/**
 * Expiry of the link, as Unix time in seconds.
 * @maxLength 20
 */
expires?: string;
/**
 * Signature of the link.
 * @maxLength 128
 */
signature?: string;
};
