export const toLikePattern = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
