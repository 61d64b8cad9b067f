
export type VerifyEmailQueryParams = {
/**
 * Expiry of the link, as Unix time in seconds.
 * @maxLength 20
 */
expires?: string;
/**
 * Hash of the e-mail address to verify.
 * @maxLength 128
 */
hash?: string;
/**
 * User id.
 * @maxLength 20
 */
id?: string;
/**
 * Signature of the link.
 * @maxLength 128
 */
signature?: string;
};
