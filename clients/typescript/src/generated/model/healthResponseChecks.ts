
/**
 * Dependency → `up`; empty for liveness.
 */
export type HealthResponseChecks = {[key: string]: string};
