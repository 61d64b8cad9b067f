import { paths } from './paths';

export const usagePath = (proxyId: number): string => `${paths.usage}?proxy_id=${proxyId}`;

/** Parameter of links that open the review of who has access although none is due. */
export const REVIEW_PARAM = 'review';

export const securityPath = `${paths.profile}?tab=security`;

/** Parameter of a link that opens the form of the profile at its password. */
export const EDIT_PARAM = 'edit';
export const changePasswordPath = `${paths.profile}?${EDIT_PARAM}=password`;

/** Of the API: leads to Google and back. */
export const GOOGLE_SIGN_IN = '/api/v1/auth/google/redirect';

export const webhooksPath = `${paths.developers}?tab=webhooks`;

/** The review of who has access, over the settings of security. */
export const reviewPath = `${securityPath}&${REVIEW_PARAM}`;

/** An article of the help centre. */
export const helpPath = (slug: string): string => `${paths.help}/${slug}`;

/** The wallet with an amount to top up, in whole naira. */
export const topUpPath = (amount: number): string => `${paths.wallet}?amount=${amount}`;

export const REFERRALS_TAB = 'referrals';

/** The customer's invitation link, in the wallet. */
export const referralsPath = `${paths.wallet}?tab=${REFERRALS_TAB}`;
