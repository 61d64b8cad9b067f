import { DataSource } from 'typeorm';
import { loadConfig } from '../config/app-config';
import { dataSourceOptions, ENTITY_FILES } from './data-source-options';

/** For TypeORM's command line only; the application builds its own from the configuration. */
export default new DataSource({
  ...dataSourceOptions(loadConfig().database.url, 2),
  entities: [ENTITY_FILES],
});
