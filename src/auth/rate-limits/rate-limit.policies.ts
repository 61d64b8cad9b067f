import { isIPv4 } from 'node:net';
import { normalizeIp } from '@nestjs/throttler';
import { DAY, HOUR, MINUTE, SECOND } from '../../common/time/clock';

/** Rate limit for one kind of attempt on one account. */
export interface RateLimitPolicy {
  /** Namespace of the counters. */
  readonly group: string;
  /** Milliseconds until the counter expires, from the first attempt or from the latest. */
  readonly window: number;
  readonly windowStarts: 'first' | 'latest';
  /** Milliseconds to wait after the n-th attempt; Infinity: until the counter expires. */
  readonly delayAfter: (attempts: number) => number;
}

const exponentialBackoff = (free: number, first: number, longest: number) => (attempts: number) =>
  attempts < free ? 0 : Math.min(longest, first * 2 ** (attempts - free));

/** Four attempts without delay, then 15 s, 30 s, … 15 min. */
const GUESS_BACKOFF = exponentialBackoff(5, 15 * SECOND, 15 * MINUTE);

/** Failed logins to one account from one network. */
export const LOGIN_PER_NETWORK: RateLimitPolicy = {
  group: 'sign-in-here',
  window: HOUR,
  windowStarts: 'latest',
  delayAfter: GUESS_BACKOFF,
};

/**
 * Failed logins to one account from all networks: against distributed guessing. Networks from which
 * the owner logged in recently are exempt, so that an attacker cannot lock the owner out.
 */
export const LOGIN_PER_ACCOUNT: RateLimitPolicy = {
  group: 'sign-in-anywhere',
  window: DAY,
  windowStarts: 'latest',
  delayAfter: exponentialBackoff(50, 30 * SECOND, 15 * MINUTE),
};

/** Failed password confirmations of a signed-in user. */
export const PASSWORD_CONFIRMATION: RateLimitPolicy = {
  group: 'old-password',
  window: HOUR,
  windowStarts: 'latest',
  delayAfter: GUESS_BACKOFF,
};

/** Two-factor codes tried with the right password: 96 attempts a day succeed once in ten years. */
export const TWO_FACTOR_CODE: RateLimitPolicy = {
  group: 'two-factor',
  window: DAY,
  windowStarts: 'latest',
  delayAfter: GUESS_BACKOFF,
};

const createMailPolicy = (group: string): RateLimitPolicy => ({
  group,
  window: DAY,
  windowStarts: 'first',
  delayAfter: (attempts) => (attempts < 5 ? MINUTE : Infinity),
});

/** Five codes a day, a minute apart: with five tries each, 25 guesses at one in a million. */
export const RESET_CODE_MAIL = createMailPolicy('reset-code-mail');
export const VERIFICATION_MAIL = createMailPolicy('verification-mail');

/** Requests per minute from one IP address on public routes. */
export const REGISTRATIONS_PER_ADDRESS = 60;
export const LOGINS_PER_ADDRESS = 120;
export const CODES_PER_ADDRESS = 60;

/**
 * The network of an IP address: /24 of IPv4, /64 of IPv6. Counting single addresses would let an
 * attacker with a rented subnet bypass the limits.
 */
export function toNetworkPrefix(ip: string): string {
  const address = normalizeIp(ip, 64);
  return isIPv4(address) ? address.replace(/\.\d+$/, '.0') : address;
}
