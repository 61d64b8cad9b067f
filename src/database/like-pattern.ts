/** Pattern for LIKE that finds the term anywhere. */
export const toLikePattern = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
