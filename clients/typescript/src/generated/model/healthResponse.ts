import type { HealthResponseChecks } from './healthResponseChecks';

export interface HealthResponse {
  /** Dependency → `up`; empty for liveness. */
  checks: HealthResponseChecks;
  success: boolean;
}
