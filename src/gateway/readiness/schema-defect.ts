/** Undefined table, column, function and schema, and insufficient privilege. */
const SCHEMA_CODES = new Set(['42P01', '42703', '42883', '3F000', '42501']);

/**
 * PostgreSQL's message when a relation, a column or the right to use one is missing; it names which. Undefined for every
 * other error.
 */
export function describeSchemaDefect(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as Error & { code?: string };
  return code !== undefined && SCHEMA_CODES.has(code) ? error.message : undefined;
}
