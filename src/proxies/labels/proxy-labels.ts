import { hasVisibleCharacter } from '../../common/text/visible-text';

export const MAX_NOTE = 500;
export const MAX_TAG = 32;
export const MAX_TAGS = 10;

/** Control characters, and the marks that reverse the direction of text. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** One line, without what cannot be seen and without space around it. */
const toTag = (text: string): string => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();

/** Lines, without anything else that cannot be seen; an empty note is none. */
export function normalizeNote(text: string | null): string | null {
  const lines = (text ?? '').split(/\r?\n/).map((line) => line.replace(UNSEEN, ' ').trimEnd());
  return lines.join('\n').trim() || null;
}

/** Once each, in the order given: tags that differ in case only are one, in the case of the first. */
export function normalizeTags(tags: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const tag of tags.map(toTag)) {
    const key = tag.toLocaleLowerCase('en');
    if (hasVisibleCharacter(tag) && !found.has(key)) found.set(key, tag);
  }
  return [...found.values()];
}
