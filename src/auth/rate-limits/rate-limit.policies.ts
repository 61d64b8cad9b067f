import { DAY, HOUR, MINUTE, SECOND } from '../../common/time/clock';

/** How strictly something may be tried on one account. */
export interface RateLimitPolicy {
  /** Counted apart from every other group. */
  readonly group: string;
  /** Milliseconds until the counter is forgotten, from the first attempt or from the latest. */
  readonly memory: number;
  readonly memoryStarts: 'first' | 'latest';
  /** Milliseconds to wait after the n-th attempt; Infinity: until the counter is forgotten. */
  readonly delayAfter: (attempts: number) => number;
}

const doubling = (free: number, first: number, longest: number) => (attempts: number) =>
  attempts < free ? 0 : Math.min(longest, first * 2 ** (attempts - free));

/** Wrong passwords for one account from one network: four are free, then 15 s, 30 s, … 15 min. */
export const LOGIN_PER_NETWORK: RateLimitPolicy = {
  group: 'sign-in-here',
  memory: HOUR,
  memoryStarts: 'latest',
  delayAfter: doubling(5, 15 * SECOND, 15 * MINUTE),
};

/**
 * Wrong passwords for one account from anywhere: against guessing from many networks. Networks the
 * owner has signed in from lately are let past it, so that strangers cannot lock the owner out.
 */
export const LOGIN_PER_ACCOUNT: RateLimitPolicy = {
  group: 'sign-in-anywhere',
  memory: DAY,
  memoryStarts: 'latest',
  delayAfter: doubling(50, 30 * SECOND, 15 * MINUTE),
};

/** Wrong old passwords of somebody signed in. */
export const PASSWORD_CONFIRMATION: RateLimitPolicy = {
  group: 'old-password',
  memory: HOUR,
  memoryStarts: 'latest',
  delayAfter: doubling(5, 15 * SECOND, 15 * MINUTE),
};

/** Codes of the second factor, of whoever knows the password: at 96 a day a year guesses one in ten. */
export const TWO_FACTOR_CODE: RateLimitPolicy = {
  group: 'second-factor',
  memory: DAY,
  memoryStarts: 'latest',
  delayAfter: doubling(5, 15 * SECOND, 15 * MINUTE),
};

const mailing = (group: string): RateLimitPolicy => ({
  group,
  memory: DAY,
  memoryStarts: 'first',
  delayAfter: (attempts) => (attempts < 5 ? MINUTE : Infinity),
});

/** Five codes a day, a minute apart: with five tries each, 25 guesses at one in a million. */
export const RESET_CODE_MAIL = mailing('reset-code-mail');
export const VERIFICATION_MAIL = mailing('verification-mail');
