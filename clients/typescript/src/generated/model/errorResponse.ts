import type { ErrorResponseErrors } from './errorResponseErrors';

export interface ErrorResponse {
  /** Stable SNAKE_CASE error code. */
  code: string;
  /** Field name → messages on 422; required_amount, current_balance and shortfall in whole naira on 402. */
  errors?: ErrorResponseErrors;
  /** Message for the user. */
  message: string;
  /** Id for support; the log has the same id. */
  request_id: string;
  /** Always false. */
  success: boolean;
}
