import { join } from 'node:path';

/** A path inside the repository. */
export const inRepo = (...parts: string[]): string => join(__dirname, '..', '..', ...parts);
