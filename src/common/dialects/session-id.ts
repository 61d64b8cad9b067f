import type { SessionRules } from './dialect';

const ALPHABETS = {
  lower: 'abcdefghijklmnopqrstuvwxyz0123456789',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
} as const;

/** Every proxy gets a block of names of its own as long as the names last; at least so many in a block. */
const MIN_BLOCK = 9_999n;
const MAX_OWNERS = 2n ** 31n;
/** Prime, and larger than any number of blocks, so that neighbouring proxies do not have neighbouring names. */
const SPREAD = 6_364_136_223_846_793_005n;

/**
 * The session name that a proxy's session has at a provider. Two proxies never share one where the provider's names
 * are long enough to hold the id of the proxy; of numbers with nine digits there are 100,000 blocks of names, so proxies
 * whose ids differ by a multiple of it could.
 * @param token 16 hexadecimal digits of `ExitSelector`: the same as long as the address should stay the same.
 */
export function deriveSession(rules: SessionRules, proxyId: number, token: string): string {
  const { size, owners, block, factor } = getNames(rules);
  const owner = BigInt(proxyId) % owners;
  const name = owner * block + (BigInt(`0x${token}`) % block);
  return format(rules, (name * factor) % size);
}

interface Names {
  readonly size: bigint;
  readonly owners: bigint;
  readonly block: bigint;
  readonly factor: bigint;
}

const known = new WeakMap<SessionRules, Names>();

function getNames(rules: SessionRules): Names {
  const found = known.get(rules);
  if (found) return found;
  const size = countNames(rules);
  const owners = min(MAX_OWNERS, size / MIN_BLOCK);
  const names = { size, owners, block: size / owners, factor: findCoprime(size) };
  known.set(rules, names);
  return names;
}

/** Whether the provider takes this as a session name. For digits: the number counted from `from`. */
export function isSession(rules: SessionRules, session: string): boolean {
  if (rules.alphabet === 'digits')
    return /^\d{1,15}$/.test(session) && rules.from + Number(session) <= rules.to;
  const allowed: string = ALPHABETS[rules.alphabet];
  return (
    session.length >= rules.min &&
    session.length <= rules.max &&
    [...session].every((char) => allowed.includes(char))
  );
}

/** A number from 0 is counted from the first that the provider takes. */
export const writeSession = (rules: SessionRules, session: string): string =>
  rules.alphabet === 'digits' ? String(rules.from + Number(session)) : session;

function countNames(rules: SessionRules): bigint {
  return rules.alphabet === 'digits'
    ? BigInt(rules.to - rules.from + 1)
    : BigInt(ALPHABETS[rules.alphabet].length) ** BigInt(rules.length);
}

function format(rules: SessionRules, name: bigint): string {
  if (rules.alphabet === 'digits') return String(name);
  const alphabet = ALPHABETS[rules.alphabet];
  const base = BigInt(alphabet.length);
  let rest = name;
  return Array.from({ length: rules.length }, () => {
    const char = alphabet.charAt(Number(rest % base));
    rest /= base;
    return char;
  }).join('');
}

/** A multiplier without a common divisor with the size is a permutation of the names. */
function findCoprime(size: bigint): bigint {
  let factor = SPREAD % size;
  while (divisor(factor, size) !== 1n) factor++;
  return factor;
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Lengths of the names in characters: what is made, and what the provider takes. */
export const describeSessions = (
  rules: SessionRules,
): { length: number; min: number; max: number } =>
  rules.alphabet === 'digits'
    ? {
        length: String(rules.to).length,
        min: String(rules.from).length,
        max: String(rules.to).length,
      }
    : rules;
