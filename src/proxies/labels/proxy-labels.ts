import type { ProxyLabels } from '../proxy.types';

export const MAX_NOTE = 500;
export const MAX_TAG = 32;
export const MAX_TAGS = 10;

/** Without what cannot be seen: control characters and the marks that reverse the direction of text. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** One line, without space around it. */
export const toTag = (text: string): string =>
  text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();

/** Tags that differ in case only are one, in the case of the first; an empty note is none. */
export function toLabels(note: string | null, tags: readonly string[]): ProxyLabels {
  const found = new Map<string, string>();
  for (const tag of tags.map(toTag)) {
    const key = tag.toLocaleLowerCase('en');
    if (tag !== '' && !found.has(key)) found.set(key, tag);
  }
  return { note: note?.trim() || null, tags: [...found.values()] };
}
