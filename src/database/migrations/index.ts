import { Baseline1763600073600 } from './1763600073600-baseline';

export const MIGRATIONS = [Baseline1763600073600];
