export class HealthResponse {
  /** Whether it can do its work. */
  success: boolean;
  /** Dependency → `up` or `down`; empty for liveness. */
  checks: Record<string, string>;
}
