import { paths } from './paths';

/** Usage of one proxy. */
export const usagePath = (proxyId: number): string => `${paths.usage}?proxy_id=${proxyId}`;

/** An article of the help centre. */
export const helpPath = (slug: string): string => `${paths.help}/${slug}`;

/** The wallet with an amount to top up, in whole naira. */
export const topUpPath = (amount: number): string => `${paths.wallet}?amount=${amount}`;
