import type { PoolClient, QueryResult } from 'pg';
import { QueryFailedError, type DataSource } from 'typeorm';

/**
 * A statement of a hot path. Each connection parses and plans it once, and later calls send its name and
 * their values only.
 */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** What a statement wrote or read. */
export interface StatementResult<Row> {
  readonly rows: Row[];
  /** Number of rows that it returned or changed. */
  readonly count: number;
}

const texts = new Map<string, string>();

/**
 * Declares a statement, with one text for each name. List the columns of its result: a connection keeps
 * their types.
 * @param name at most 63 bytes, which PostgreSQL keeps.
 * @throws Error for a name that another statement has.
 */
export function prepareStatement(name: string, text: string): PreparedStatement {
  if (texts.has(name) && texts.get(name) !== text)
    throw new Error(`Two prepared statements are called ${name}`);
  texts.set(name, text);
  return { name, text };
}

/** Sends a statement on a connection and logs it, with TypeORM's error. */
export async function sendPrepared<Row extends object>(
  { logger }: DataSource,
  client: PoolClient,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<StatementResult<Row>> {
  logger.logQuery(text, values);
  try {
    const result: QueryResult<Row> = await client.query<Row>({ name, text, values });
    return { rows: result.rows, count: result.rowCount ?? 0 };
  } catch (error) {
    logger.logQueryError(error as Error, text, values);
    if (isPlanOutdated(error)) closeConnection(client, error as Error);
    throw new QueryFailedError(text, values, error as Error);
  }
}

/** A migration has changed a column that the statement returns; on this connection it will always fail. */
export const isPlanOutdated = (error: unknown): boolean =>
  (error as { code?: string }).code === '0A000' &&
  (error as Error).message.startsWith('cached plan must not change result type');

/** The pool replaces a connection that is closed. */
function closeConnection(client: PoolClient, error: Error): void {
  (
    client as unknown as { connection: { stream: { destroy(error: Error): void } } }
  ).connection.stream.destroy(error);
}
