
export interface VerifiedEmailData {
  /** The verified address, to fill in at the sign-in. */
  email: string;
}
