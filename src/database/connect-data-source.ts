import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options';

/** Every entity of the application, by file name. */
export const ENTITY_FILES = join(__dirname, '..', '**', '*.entity.{ts,js}');

/**
 * Connects a command or seed, which runs without a Nest container, with the entities of all modules.
 * @param url postgres://… @param poolMax most connections it holds.
 */
export const connectDataSource = (url: string, poolMax: number): Promise<DataSource> =>
  new DataSource({ ...dataSourceOptions(url, poolMax), entities: [ENTITY_FILES] }).initialize();
