import { isIPv4 } from 'node:net';
import { normalizeIp } from '@nestjs/throttler';
import { DAY, HOUR, MINUTE, SECOND } from '../../common/time/clock';

/** Rate limit for one kind of attempt on one account. */
export interface RateLimitPolicy {
  /** Namespace of the counters. */
  readonly group: string;
  /** Milliseconds from the latest attempt until the counter expires. */
  readonly window: number;
  /** Milliseconds to wait after the n-th attempt: minutes at most, since anybody can cause the wait. */
  readonly delayAfter: (attempts: number) => number;
}

const exponentialBackoff = (free: number, first: number, longest: number) => (attempts: number) =>
  attempts < free ? 0 : Math.min(longest, first * 2 ** (attempts - free));

/** Four attempts without delay, then 15 s, 30 s, … 15 min. */
const GUESS_BACKOFF = exponentialBackoff(5, 15 * SECOND, 15 * MINUTE);

/** Three waits of a minute, then 2, 4 and 5 minutes: shorter than a code is valid. */
const mailBackoff = (attempts: number): number =>
  Math.min(5 * MINUTE, MINUTE * 2 ** Math.max(0, attempts - 3));

const limit = (
  group: string,
  window: number,
  delayAfter: RateLimitPolicy['delayAfter'],
): RateLimitPolicy => ({ group, window, delayAfter });

/** Limits of what anybody can try on one account: guesses, and mails to its address. */
export interface RateLimitPolicies {
  /** From one network or, for guesses, from one known device. */
  readonly perOrigin: RateLimitPolicy;
  /** From all networks together; guesses: except known devices and networks of recent sign-ins. */
  readonly perAccount: RateLimitPolicy;
}

/** Failed logins to one account; those from all networks against distributed guessing. */
export const LOGIN_GUESSES: RateLimitPolicies = {
  perOrigin: limit('sign-in-here', HOUR, GUESS_BACKOFF),
  perAccount: limit('sign-in-anywhere', DAY, exponentialBackoff(50, 30 * SECOND, 15 * MINUTE)),
};

/**
 * Attempts at mailed reset codes, counted over both valid codes: some hundred a day at two in a million,
 * while each new code mails the owner.
 */
export const RESET_CODE_GUESSES: RateLimitPolicies = {
  perOrigin: limit('reset-code-here', DAY, GUESS_BACKOFF),
  perAccount: limit('reset-code-anywhere', DAY, exponentialBackoff(10, 30 * SECOND, 15 * MINUTE)),
};

const createMailPolicies = (group: string): RateLimitPolicies => ({
  perOrigin: limit(`${group}-here`, HOUR, mailBackoff),
  perAccount: limit(`${group}-anywhere`, HOUR, mailBackoff),
});

export const RESET_CODE_MAIL = createMailPolicies('reset-code-mail');
export const VERIFICATION_MAIL = createMailPolicies('verification-mail');

/** Failed password confirmations of a signed-in user. */
export const PASSWORD_CONFIRMATION = limit('old-password', HOUR, GUESS_BACKOFF);

/** Two-factor codes tried with the right password: 96 attempts a day succeed once in ten years. */
export const TWO_FACTOR_CODE = limit('two-factor', DAY, GUESS_BACKOFF);

/** New recovery codes of one account: each time costs ten slow hashes. */
export const RECOVERY_CODES = limit(
  'recovery-codes',
  HOUR,
  exponentialBackoff(3, MINUTE, 15 * MINUTE),
);

/** Attempts at the two codes of an e-mail change. */
export const EMAIL_CHANGE_CODE = limit('email-change-code', DAY, GUESS_BACKOFF);

/** Of one account, to addresses of its choice. */
export const EMAIL_CHANGE_MAIL = limit('email-change-mail', HOUR, mailBackoff);

/** All of them, whose waits are tested to be bounded. */
export const POLICIES: readonly RateLimitPolicy[] = [
  ...[LOGIN_GUESSES, RESET_CODE_GUESSES, RESET_CODE_MAIL, VERIFICATION_MAIL].flatMap(
    ({ perOrigin, perAccount }) => [perOrigin, perAccount],
  ),
  ...[PASSWORD_CONFIRMATION, TWO_FACTOR_CODE, RECOVERY_CODES, EMAIL_CHANGE_CODE, EMAIL_CHANGE_MAIL],
];

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
