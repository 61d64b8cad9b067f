import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getMetadataArgsStorage } from 'typeorm';
import { inRepo } from './repo';

type EntityClass = new () => unknown;

// Not jest.requireActual, which the mutation runner does not have.
const requireFile = createRequire(__filename);

/** Every entity class of the application, found by file name as TypeORM's command line finds them. */
export const loadEntities = (): EntityClass[] =>
  readdirSync(inRepo('src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.entity.ts'))
    .flatMap((name) => Object.values(requireFile(inRepo('src', name)) as object))
    .filter((value): value is EntityClass =>
      getMetadataArgsStorage().tables.some(({ target }) => target === value),
    );
