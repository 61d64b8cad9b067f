import { POOL_PATIENCE } from '../../src/database/pool-patience';

/** Fifty buyers share twenty connections, on a busy machine for longer than production lets them wait. */
POOL_PATIENCE.ms = 50_000;
