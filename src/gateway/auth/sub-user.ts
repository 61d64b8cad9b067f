/** Credentials that the owner of a proxy has given to somebody, with limits of their own. */
export interface SubUser {
  id: number;
  /** After the dot in the username. */
  name: string;
  /** HMAC-SHA256 of the password under the key `proxy-credential`. */
  digest: Buffer;
  isSuspended: boolean;
  /** Bytes left today and this month when it was read; null without a limit. */
  room: number | null;
}
