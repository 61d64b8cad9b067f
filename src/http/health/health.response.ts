export class HealthResponse {
  success: boolean;
  /** Dependency → `up`; empty for liveness. */
  checks: Record<string, string>;
}
