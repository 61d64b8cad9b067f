import { ok } from '../../../common/http/envelope.response';
import type { InvariantReport } from '../integrity.service';

export class IntegrityCheck {
  /** @example books-sum-to-zero */
  name: string;
  /** What always holds. @example All entries together sum to zero: money is neither made nor lost */
  promise: string;
  /** How often it does not. */
  breaches: number;
  /** Up to five of those that break it. */
  examples: string[];
}

export class IntegrityData {
  /** Whether all of it holds. */
  intact: boolean;
  checks: IntegrityCheck[];
}

export class IntegrityResponse {
  success: boolean;
  data: IntegrityData;
}

export const toIntegrity = (reports: InvariantReport[]): IntegrityResponse =>
  ok({
    intact: reports.every(({ breaches }) => breaches === 0),
    checks: reports.map(({ name, promise, breaches, examples }) => ({
      name,
      promise,
      breaches,
      examples,
    })),
  });
