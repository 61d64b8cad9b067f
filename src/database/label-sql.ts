/** SQL that maps stored values to their labels, for answers and for searches of what is displayed; others stay. */
export const toLabelSql = (column: string, words: Readonly<Record<string, string>>): string =>
  `CASE ${column} ${Object.entries(words)
    .map(([stored, word]) => `WHEN '${stored}' THEN '${word}'`)
    .join(' ')} ELSE ${column} END`;
