import type { EntityManager } from 'typeorm';
import type { KeyRing } from '../config/key-ring';

/** The columns of the key and those of `reads`, as the database returns them. */
export type EncryptedRow = Readonly<Record<string, string | number>>;

/** A column with encrypted text, described so that a key rotation can re-encrypt it. */
export interface EncryptedColumn {
  /** Display name in the plural. */
  readonly what: string;
  readonly table: string;
  /** Of type text, or jsonb with a string. */
  readonly column: string;
  /** The primary key. */
  readonly key: readonly string[];
  /** Other columns that the context needs. */
  readonly reads?: readonly string[];
  /** SQL condition for the rows that hold a secret. */
  readonly where?: string;
  /** Additional authenticated data of the row's text. */
  context(row: EncryptedRow): string;
  /** Other columns of the row that depend on the secret and the keys, as JSON values. */
  derive?(plain: string, keys: KeyRing): Readonly<Record<string, unknown>>;
  /** Handles other data that depends on the old key, for rows that were re-encrypted. */
  afterRotation?(manager: EntityManager, rows: readonly EncryptedRow[]): Promise<unknown>;
}
