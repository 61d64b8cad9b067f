import { createHash } from 'node:crypto';

export const MIB = 2 ** 20;
/** Of every pattern. */
export const LENGTH = 2 * MIB;

const patterns = new Map<number, Buffer>();

/** Bytes that differ for every key and place. */
export function pattern(key: number): Buffer {
  const known = patterns.get(key) ?? createPattern(key);
  patterns.set(key, known);
  return known;
}

function createPattern(key: number): Buffer {
  const words = new Uint32Array(LENGTH / 4);
  let state = key + 1;
  for (let i = 0; i < words.length; i++) words[i] = state = (Math.imul(state, 1664525) + i) >>> 0;
  return Buffer.from(words.buffer);
}

export const hash = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex');
