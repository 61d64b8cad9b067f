export const EXIT_KINDS = ['datacenter', 'residential', 'mobile'] as const;
export type ExitKind = (typeof EXIT_KINDS)[number];

/** Kinds sold by traffic, with a pool of exits behind one credential. */
export const POOL_KINDS = ['residential', 'mobile'] as const;
export type PoolKind = (typeof POOL_KINDS)[number];

/** The location code that means: any enabled exit of the kind. */
export const RANDOM_LOCATION = 'zz';
