import { DataSource } from 'typeorm';
import { dataSourceOptions, ENTITY_FILES } from '../../src/database/data-source-options';

/** Connects to a database with the entities of all modules, without an application. */
export const connectDataSource = (url: string, poolMax: number): Promise<DataSource> =>
  new DataSource({ ...dataSourceOptions(url, poolMax), entities: [ENTITY_FILES] }).initialize();
