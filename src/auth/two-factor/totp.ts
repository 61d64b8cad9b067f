import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND } from '../../common/time/clock';

const DIGITS = 6;
const PERIOD = 30 * SECOND;
/** Steps that a clock may be off, before and after. */
const DRIFT = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 of RFC 4648 without padding, as authenticator apps take it. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The code of one step (RFC 4226 with SHA-1). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / PERIOD);

/** @returns the step that the code belongs to (RFC 6238), or null when it is of none around now. */
export function stepOf(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code);
  if (given.length !== DIGITS) return null;
  const current = stepAt(now);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => current - DRIFT + index);
  const fits = steps.filter((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), given));
  return fits.at(-1) ?? null;
}

/** What a QR code tells an authenticator app. */
export function otpauthUri(secret: Buffer, issuer: string, account: string): string {
  // A colon would part the label at the wrong place.
  const site = issuer.replaceAll(':', ' ');
  const query = [
    `secret=${base32(secret)}`,
    `issuer=${encodeURIComponent(site)}`,
    'algorithm=SHA1',
    `digits=${DIGITS}`,
    `period=${PERIOD / SECOND}`,
  ];
  return `otpauth://totp/${encodeURIComponent(site)}:${encodeURIComponent(account)}?${query.join('&')}`;
}
