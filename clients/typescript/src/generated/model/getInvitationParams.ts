
export type GetInvitationParams = {
/**
 * From the link of the email.
 * @maxLength 100
 */
token: string;
};
