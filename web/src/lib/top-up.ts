import { randomCode } from './random-code';

/** TOPUP, a timestamp and a random string, upper-cased. */
export const topUpReference = (now = Date.now()): string => `TOPUP_${now}_${randomCode(9)}`;
