const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const decodeBase32 = (secret: string): Buffer => {
  const bits = [...secret].map((c) => ALPHABET.indexOf(c).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
};
