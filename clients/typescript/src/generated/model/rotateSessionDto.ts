
export interface RotateSessionDto {
  /**
   * The session as named in the username, 1 to 32 letters and digits; the proxy's own when left out.
   * @nullable
   * @pattern ^[A-Za-z0-9]{1,32}$
   */
  session?: string | null;
}
