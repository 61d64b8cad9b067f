
export interface InvitationTokenDto {
  /**
   * From the link of the email.
   * @maxLength 100
   */
  token: string;
}
