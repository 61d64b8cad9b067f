import { IsISO8601, Matches } from 'class-validator';
import { DAY, UNUSABLE_DAY } from '../../statement/statement-period';

export class StatementExportQuery {
  /** First day, in Nigerian time. @example 2026-03-01 */
  @Matches(DAY, UNUSABLE_DAY)
  @IsISO8601({ strict: true }, UNUSABLE_DAY)
  from: string;

  /** Last day, inclusive. @example 2026-03-31 */
  @Matches(DAY, UNUSABLE_DAY)
  @IsISO8601({ strict: true }, UNUSABLE_DAY)
  to: string;
}
