import type { EntityManager } from 'typeorm';
import type { KeyRing } from '../config/key-ring';
import { decrypt, encrypt } from '../common/crypto/secrets';

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

const BATCH = 500;
const MAX_EXAMPLES = 5;

export interface RotationCount {
  readonly what: string;
  /** Re-encrypted with the new key. */
  rotated: number;
  /** Encrypted with the new key before. */
  current: number;
  /** Neither key decrypts them; left as they are. */
  unreadable: number;
  /** Primary keys of some unreadable rows. */
  readonly examples: string[];
}

interface RotatedRow {
  readonly row: EncryptedRow;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Re-encrypts columns from one APP_KEY to another. Works in the transaction it is given. */
export class KeyRotation {
  private readonly oldKey: Buffer;
  private readonly newKey: Buffer;

  constructor(
    private readonly manager: EntityManager,
    from: KeyRing,
    private readonly to: KeyRing,
  ) {
    this.oldKey = from.key('secrets');
    this.newKey = to.key('secrets');
  }

  async rotate(column: EncryptedColumn): Promise<RotationCount> {
    const { what } = column;
    const count: RotationCount = { what, rotated: 0, current: 0, unreadable: 0, examples: [] };
    for (let after: readonly (string | number)[] = []; ;) {
      const rows = await this.lock(column, after);
      const last = rows.at(-1);
      if (!last) return count;
      await this.store(column, this.rotateRows(column, rows, count));
      after = column.key.map((name) => last[name]!);
    }
  }

  /** The next rows in primary key order, locked against concurrent changes. */
  private lock(
    column: EncryptedColumn,
    after: readonly (string | number)[],
  ): Promise<EncryptedRow[]> {
    const key = column.key.join(', ');
    const beyond = after.map((_, index) => `$${index + 1}`).join(', ');
    return this.manager.query(
      `SELECT ${[...column.key, ...(column.reads ?? [])].join(', ')}, ${column.column} AS encrypted
       FROM ${column.table} WHERE ${column.column} IS NOT NULL AND (${column.where ?? 'true'})
         ${after.length ? `AND (${key}) > (${beyond})` : ''}
       ORDER BY ${key} LIMIT ${BATCH} FOR UPDATE`,
      [...after],
    );
  }

  private rotateRows(
    column: EncryptedColumn,
    rows: readonly EncryptedRow[],
    count: RotationCount,
  ): RotatedRow[] {
    const rotated: RotatedRow[] = [];
    for (const row of rows) {
      const context = column.context(row);
      const plain = tryDecrypt(this.oldKey, context, row);
      if (plain !== null)
        rotated.push({
          row,
          values: {
            [column.column]: encrypt(this.newKey, context, plain),
            ...column.derive?.(plain, this.to),
          },
        });
      else if (tryDecrypt(this.newKey, context, row) !== null) count.current += 1;
      else {
        count.unreadable += 1;
        const name = column.key.map((part) => row[part]).join('/');
        if (count.examples.length < MAX_EXAMPLES) count.examples.push(name);
      }
    }
    count.rotated += rotated.length;
    return rotated;
  }

  private async store(column: EncryptedColumn, rotated: readonly RotatedRow[]): Promise<void> {
    if (!rotated.length) return;
    const records = rotated.map(({ row, values }) => ({
      ...Object.fromEntries(column.key.map((name) => [name, row[name]])),
      ...values,
    }));
    const names = Object.keys(rotated[0]!.values);
    await this.manager.query(
      `UPDATE ${column.table} t SET ${names.map((name) => `${name} = v.${name}`).join(', ')}
       FROM jsonb_populate_recordset(NULL::${column.table}, $1::jsonb) v
       WHERE ${column.key.map((name) => `t.${name} = v.${name}`).join(' AND ')}`,
      [JSON.stringify(records)],
    );
    await column.afterRotation?.(
      this.manager,
      rotated.map(({ row }) => row),
    );
  }
}

/** @returns null when it was encrypted with another key. */
function tryDecrypt(key: Buffer, context: string, { encrypted }: EncryptedRow): string | null {
  try {
    return decrypt(key, context, String(encrypted));
  } catch {
    return null;
  }
}
