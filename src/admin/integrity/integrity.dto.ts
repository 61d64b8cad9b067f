import type { InvariantReport } from './integrity.service';

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

export const toIntegrity = (reports: InvariantReport[]): IntegrityData => ({
  intact: reports.every(({ violations }) => violations === 0),
  checks: reports.map(({ name, description, violations, examples }) => ({
    name,
    promise: description,
    breaches: violations,
    examples,
  })),
});
