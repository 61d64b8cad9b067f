import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A path inside the repository, whatever folder the command was called from. */
export const inRepo = (...parts) => join(root, ...parts);
