
export type GetInvitationParams = {
/**
 * From the link of the mail.
 * @maxLength 100
 */
token: string;
};
