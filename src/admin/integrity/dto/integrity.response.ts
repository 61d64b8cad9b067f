import { ok } from '../../../common/http/envelope.response';
import type { InvariantReport } from '../integrity.service';

export class IntegrityCheck {
  /** @example books-sum-to-zero */
  name: string;
  /** Description of the invariant. @example All entries together sum to zero: no money is created or lost */
  promise: string;
  /** Number of violations. */
  breaches: number;
  /** Up to five violations. */
  examples: string[];
}

export class IntegrityData {
  /** Whether every invariant holds. */
  intact: boolean;
  checks: IntegrityCheck[];
}

export class IntegrityResponse {
  success: boolean;
  data: IntegrityData;
}

export const toIntegrity = (reports: InvariantReport[]): IntegrityResponse =>
  ok({
    intact: reports.every(({ violations }) => violations === 0),
    checks: reports.map(({ name, description, violations, examples }) => ({
      name,
      promise: description,
      breaches: violations,
      examples,
    })),
  });
