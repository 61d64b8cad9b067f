export interface ApiErrorDetails {
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /** Stable SNAKE_CASE code, such as INSUFFICIENT_BALANCE. */
  readonly code: string;
  readonly message: string;
  /** Messages by field on 422; figures on 402 and some 409. */
  readonly errors?: Readonly<Record<string, unknown>>;
  /** For support; the shop's log has the same id. */
  readonly requestId?: string;
  /** Seconds to wait, on 429. */
  readonly retryAfter?: number;
}

/** Every call that fails throws one. */
export class ApiError extends Error implements ApiErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly errors?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
  readonly retryAfter?: number;

  constructor(
    { status, code, message, errors, requestId, retryAfter }: ApiErrorDetails,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}
