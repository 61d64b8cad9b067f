import { readdirSync } from 'node:fs';
import { inRepo } from './repo';

type EntityClass = new () => unknown;

/** Every entity class of the application, found by file name as TypeORM's command line finds them. */
export const loadEntities = (): EntityClass[] =>
  readdirSync(inRepo('src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.entity.ts'))
    .flatMap((name) => Object.values(jest.requireActual<object>(inRepo('src', name))))
    .filter((value): value is EntityClass => typeof value === 'function');
