import { formatNumber } from '@/lib/number';
import type { Dialect } from './networks';

const HOUR = 60;
const DAY = 24 * HOUR;

/** 90 minutes, 24 hours, 7 days. */
export function formatMinutes(minutes: number): string {
  const [count, unit] =
    minutes > DAY && minutes % DAY === 0
      ? [minutes / DAY, 'day']
      : minutes > HOUR && minutes % HOUR === 0
        ? [minutes / HOUR, 'hour']
        : [minutes, 'minute'];
  return `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`;
}

function describePlaces({ username_template: user, password_template: password }: Dialect): string {
  if (user === '') return 'Your templates say where place and session go.';
  const where = user.includes('{country')
    ? 'user name'
    : password.includes('{country') && 'password';
  return where ? `Place and session go into the ${where}; you enter both without them.` : '';
}

function describeSessions({ session }: Dialect): string {
  const { alphabet, min_length: min, max_length: max } = session;
  const length = min === max ? `exactly ${min}` : `${min} to ${max}`;
  const chars = alphabet === 'digits' ? 'digits' : 'letters and digits';
  return `Session names are made for you (${length} ${chars}).`;
}

const describeTtl = ({ ttl }: Dialect): string =>
  ttl
    ? `An address can be kept from ${formatMinutes(ttl.min_minutes)} to ${formatMinutes(ttl.max_minutes)}; a customer who asks for longer gets a new one in between.`
    : 'How long an address is kept is up to the provider.';

/** Where place and session go, and for how long an address stays, in a line. */
export const describeRules = (dialect: Dialect): string =>
  [describePlaces(dialect), describeSessions(dialect), describeTtl(dialect)]
    .filter(Boolean)
    .join(' ');
