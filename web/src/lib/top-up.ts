const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function randomCode(length: number): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(length)),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join('');
}

/** TOPUP, a timestamp and a random string, upper-cased. */
export const topUpReference = (now = Date.now()): string => `TOPUP_${now}_${randomCode(9)}`;
