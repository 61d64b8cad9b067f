import { IsISO8601, Matches } from 'class-validator';

const UNUSABLE = { message: 'Enter a date such as 2026-03-31' };
const DAY = /^[1-9]\d{3}-\d\d-\d\d$/;

export class StatementExportQuery {
  /** First day, in Nigerian time. @example 2026-03-01 */
  @Matches(DAY, UNUSABLE)
  @IsISO8601({ strict: true }, UNUSABLE)
  from: string;

  /** Last day, inclusive. @example 2026-03-31 */
  @Matches(DAY, UNUSABLE)
  @IsISO8601({ strict: true }, UNUSABLE)
  to: string;
}
