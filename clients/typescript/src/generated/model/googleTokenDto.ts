
export interface GoogleTokenDto {
  /**
   * The `token` parameter of the web route /auth/google/callback; single-use, valid for 60 s.
   * @minLength 1
   * @maxLength 512
   */
  access_token: string;
}
