import { paths } from './paths';

/** Usage of one proxy. */
export const usagePath = (proxyId: number): string => `${paths.usage}?proxy_id=${proxyId}`;

/** Parameter of links that open the review of who has access although none is due. */
export const REVIEW_PARAM = 'review';

/** The review of who has access, over the settings of security. */
export const reviewPath = `${paths.profile}?tab=security&${REVIEW_PARAM}`;

/** An article of the help centre. */
export const helpPath = (slug: string): string => `${paths.help}/${slug}`;

/** The wallet with an amount to top up, in whole naira. */
export const topUpPath = (amount: number): string => `${paths.wallet}?amount=${amount}`;

export const REFERRALS_TAB = 'referrals';

/** The customer's invitation link, in the wallet. */
export const referralsPath = `${paths.wallet}?tab=${REFERRALS_TAB}`;
