import type { EntityManager } from 'typeorm';
import type { KeyRing } from '../config/key-ring';

/** The columns of the key and those of `reads`, as the database has them. */
export type SealedRow = Readonly<Record<string, string | number>>;

/** A place where sealed text is kept, told so that it can be sealed anew under another APP_KEY. */
export interface SealedColumn {
  /** In the plural, for people. */
  readonly what: string;
  readonly table: string;
  /** Of type text, or jsonb with a string. */
  readonly column: string;
  /** The primary key. */
  readonly key: readonly string[];
  /** Other columns that the context is made of. */
  readonly reads?: readonly string[];
  /** SQL that tells the rows with a secret from others. */
  readonly where?: string;
  /** What the text is sealed for. */
  context(row: SealedRow): string;
  /** Other columns of the row that follow from the secret and the keys, as JSON has them. */
  beside?(plain: string, keys: KeyRing): Readonly<Record<string, unknown>>;
  /** Sees to what else hung on the old key, of rows that were sealed anew. */
  afterwards?(manager: EntityManager, rows: readonly SealedRow[]): Promise<unknown>;
}
