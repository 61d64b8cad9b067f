/** What has to be remembered between leaving for Google and coming back, in this browser only. */
export interface GoogleAuthRequest {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface GoogleProfile {
  /** Google's `sub`: the only thing an account is recognised by. */
  readonly subject: string;
  /** Lower case. */
  readonly email: string;
  /** Whether Google vouches for the address. */
  readonly emailVerified: boolean;
  readonly name: string;
}

export type GoogleCallbackResult =
  | { readonly kind: 'profile'; readonly profile: GoogleProfile }
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed' };
