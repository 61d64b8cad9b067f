export type FieldErrors = Record<string, string[]>;

export interface ApiErrorParts {
  status: number;
  code: string;
  message: string;
  errors?: Record<string, unknown>;
  requestId?: string;
  retryAfter?: number;
}

export const NETWORK_ERROR = 'Network error. Please check your connection and try again.';

/** The app leads to the set-up and says why; nothing else shows this error. */
export const TWO_FACTOR_SETUP_REQUIRED = 'TWO_FACTOR_SETUP_REQUIRED';

function readFields(errors: Record<string, unknown>): FieldErrors {
  const fields: FieldErrors = {};
  for (const [field, value] of Object.entries(errors)) {
    const messages = (Array.isArray(value) ? value : [value]).filter(
      (m): m is string => typeof m === 'string',
    );
    if (messages.length > 0) fields[field] = messages;
  }
  return fields;
}

/** Thrown by every API call. Status 0: no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** As sent by the server: field → messages on 422, amounts on 402. */
  readonly errors: Record<string, unknown>;
  /** Messages by input name; empty unless the status is 422. */
  readonly fieldErrors: FieldErrors;
  readonly requestId?: string;
  /** In seconds. */
  readonly retryAfter?: number;

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.status = parts.status;
    this.code = parts.code;
    this.errors = parts.errors ?? {};
    this.fieldErrors = parts.status === 422 ? readFields(this.errors) : {};
    this.requestId = parts.requestId;
    this.retryAfter = parts.retryAfter;
  }

  /**
   * Whether the server may have processed the request although the response is missing or a 5xx.
   */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}
