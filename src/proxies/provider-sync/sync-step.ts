/** Result of one call to the provider: what it asked for is stored, has to be repeated, or is another caller's now. */
export type SyncStep = 'done' | 'retry' | 'lease-lost';
