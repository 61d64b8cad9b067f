const REQUEST_ID = '1d0898c8-8eb9-4fed-9274-e6f56b52e853';

const error = (code: string, message: string, errors?: object): object => ({
  success: false,
  code,
  message,
  ...(errors ? { errors } : {}),
  request_id: REQUEST_ID,
});

/** By status: the error that a program with an API key meets most often. */
export const errorExamples = (scope: string): Readonly<Record<string, object>> => ({
  401: error('UNAUTHENTICATED', 'Please sign in to continue.'),
  402: error('INSUFFICIENT_BALANCE', 'Insufficient wallet balance', {
    required_amount: 4960,
    current_balance: 1200,
    shortfall: 3760,
  }),
  403: error('KEY_SCOPE', `This API key does not have the scope “${scope}”.`),
});

/** The table in the description of the documents. */
export const ERRORS_DESCRIPTION = `## Errors

Every error has the shape of \`ErrorResponse\`. Decide by \`code\`, show \`message\`, and quote \`request_id\` (also the
header \`X-Request-Id\`) to support.

| Status | Code | What to do |
| --- | --- | --- |
| 401 | \`UNAUTHENTICATED\` | The token or key is missing, wrong, expired or removed: sign in or use another key |
| 402 | \`INSUFFICIENT_BALANCE\` | Top up \`errors.shortfall\` naira; nothing was charged |
| 402 | \`KEY_SPENDING_CAP\` | The key's daily limit would be exceeded; nothing was charged |
| 403 | \`KEY_SCOPE\`, \`KEY_ADDRESS\`, \`FORBIDDEN\` | The key or role may not do this: do not retry |
| 404 | \`…_NOT_FOUND\` | It does not exist or is not yours |
| 409 | \`PRICE_CHANGED\`, \`OUT_OF_STOCK\`, … | The state has changed: read it again and decide |
| 409 | \`IDEMPOTENCY_IN_PROGRESS\`, \`IDEMPOTENCY_KEY_REUSED\` | The first call with the key is running, or had another body |
| 422 | \`VALIDATION_FAILED\` | \`errors\` has messages by field |
| 429 | \`TOO_MANY_REQUESTS\` | Wait for the seconds in \`Retry-After\` |
| 500 | \`INTERNAL_ERROR\` | Repeat with the same Idempotency-Key |
| 502, 503 | \`CONNECTIONS_UNAVAILABLE\`, … | Something we depend on failed; \`message\` tells what happened to the money |
`;
