import { Transform } from 'class-transformer';
import { IsString, Length, Matches } from 'class-validator';
import { trim } from './fields';

/** Every refusal has this shape, whatever the route. */
export class ErrorResponse {
  /** Always false. */
  success: boolean;
  /** Stable SNAKE_CASE error code. @example VALIDATION_FAILED */
  code: string;
  /** Message for the user. @example The amount is below the minimum. */
  message: string;
  /** Field name → messages on 422; required_amount, current_balance and shortfall in whole naira on 402. */
  errors?: Record<string, unknown>;
  /** Id for support; the log has the same id. */
  request_id: string;
}

/** A success without data. */
export class MessageResponse {
  /** Always true. */
  success: boolean;
  /** Message for the user. */
  message: string;
}

export const message = (text: string): MessageResponse => ({ success: true, message: text });

const REASON = { message: 'Give a reason of 3 to 500 characters' };

/** Body of the actions that staff must justify. */
export class ReasonDto {
  /** The reason that the audit log records, 3 to 500 characters. @example Abuse reported by the upstream */
  @Transform(trim)
  @IsString(REASON)
  @Length(3, 500, REASON)
  reason: string;
}

const MONTH = { message: 'Enter a month such as 2026-03' };

export class MonthQuery {
  /** In Nigerian time. @example 2026-03 */
  @Matches(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, MONTH)
  @IsString(MONTH)
  month: string;
}
