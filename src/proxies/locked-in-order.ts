/**
 * SQL condition of an UPDATE of several proxies: it locks them in the order of their ids, as every other one does, so that
 * two of them never wait for each other.
 */
export const lockedInOrder = (condition: string): string =>
  `id IN (SELECT id FROM proxy WHERE ${condition} ORDER BY id FOR NO KEY UPDATE)`;
