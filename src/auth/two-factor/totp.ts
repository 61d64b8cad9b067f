import { generateSync, generateURI, ScureBase32Plugin, verifySync } from 'otplib';
import { SECOND } from '../../common/time/clock';

const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** Accepts the codes of one time step before and after, for clocks that drift. */
const TOLERANCE_SECONDS = 30;
const CODE = /^[0-9]{6}$/;

const base32 = new ScureBase32Plugin();

/** Base32 of RFC 4648 without padding, as authenticator apps read it. */
export const encodeBase32 = (bytes: Uint8Array): string => base32.encode(bytes, { padding: false });

export const toTimeStep = (moment: Date): number =>
  Math.floor(moment.getTime() / (PERIOD_SECONDS * SECOND));

/** The code of one time step (RFC 6238 with SHA-1). */
export const generateTotpCode = (secret: Uint8Array, timeStep: number): string =>
  generateSync({
    secret,
    epoch: timeStep * PERIOD_SECONDS,
    period: PERIOD_SECONDS,
    digits: DIGITS,
  });

/**
 * @returns the time step that the code belongs to, or null for a wrong code. The caller stores the
 * step, so that a code is accepted once.
 */
export function findTimeStep(secret: Uint8Array, code: string, now: Date): number | null {
  if (!CODE.test(code)) return null;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / SECOND),
    epochTolerance: TOLERANCE_SECONDS,
    period: PERIOD_SECONDS,
    digits: DIGITS,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Content of the QR code that an authenticator app scans. */
export function createOtpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  const uri = generateURI({
    // A colon separates issuer and account in the label.
    issuer: issuer.replaceAll(':', ' '),
    label: account,
    secret: encodeBase32(secret),
  });
  // generateURI leaves defaults out; some apps need them.
  return `${uri}&algorithm=SHA1&digits=${DIGITS}&period=${PERIOD_SECONDS}`;
}
