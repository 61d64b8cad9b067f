import type { EntityManager } from 'typeorm';
import { open, seal } from '../common/crypto/secret-box';
import type { KeyRing } from '../config/key-ring';
import type { SealedColumn, SealedRow } from './sealed-column';

const BATCH = 500;
const MOST_EXAMPLES = 5;

export interface ResealCount {
  readonly what: string;
  /** Sealed anew. */
  carried: number;
  /** Under the new key before. */
  already: number;
  /** Under neither key; left as they are. */
  closed: number;
  /** Some of those, by their primary key. */
  readonly examples: string[];
}

interface Carried {
  readonly row: SealedRow;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Seals what one APP_KEY sealed anew under another. Works in the transaction it is given. */
export class Resealer {
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

  async reseal(column: SealedColumn): Promise<ResealCount> {
    const { what } = column;
    const count: ResealCount = { what, carried: 0, already: 0, closed: 0, examples: [] };
    for (let after: readonly (string | number)[] = []; ;) {
      const rows = await this.lock(column, after);
      const last = rows.at(-1);
      if (!last) return count;
      await this.store(column, this.sort(column, rows, count));
      after = column.key.map((name) => last[name]!);
    }
  }

  /** The next rows in the order of their key, held so that nobody changes them in between. */
  private lock(column: SealedColumn, after: readonly (string | number)[]): Promise<SealedRow[]> {
    const key = column.key.join(', ');
    const beyond = after.map((_, index) => `$${index + 1}`).join(', ');
    return this.manager.query(
      `SELECT ${[...column.key, ...(column.reads ?? [])].join(', ')}, ${column.column} AS sealed
       FROM ${column.table} WHERE ${column.column} IS NOT NULL AND (${column.where ?? 'true'})
         ${after.length ? `AND (${key}) > (${beyond})` : ''}
       ORDER BY ${key} LIMIT ${BATCH} FOR UPDATE`,
      [...after],
    );
  }

  private sort(column: SealedColumn, rows: readonly SealedRow[], count: ResealCount): Carried[] {
    const carried: Carried[] = [];
    for (const row of rows) {
      const context = column.context(row);
      const plain = opened(this.oldKey, context, row);
      if (plain !== null)
        carried.push({
          row,
          values: {
            [column.column]: seal(this.newKey, context, plain),
            ...column.beside?.(plain, this.to),
          },
        });
      else if (opened(this.newKey, context, row) !== null) count.already += 1;
      else {
        count.closed += 1;
        const name = column.key.map((part) => row[part]).join('/');
        if (count.examples.length < MOST_EXAMPLES) count.examples.push(name);
      }
    }
    count.carried += carried.length;
    return carried;
  }

  private async store(column: SealedColumn, carried: readonly Carried[]): Promise<void> {
    if (!carried.length) return;
    const records = carried.map(({ row, values }) => ({
      ...Object.fromEntries(column.key.map((name) => [name, row[name]])),
      ...values,
    }));
    const names = Object.keys(carried[0]!.values);
    await this.manager.query(
      `UPDATE ${column.table} t SET ${names.map((name) => `${name} = v.${name}`).join(', ')}
       FROM jsonb_populate_recordset(NULL::${column.table}, $1::jsonb) v
       WHERE ${column.key.map((name) => `t.${name} = v.${name}`).join(' AND ')}`,
      [JSON.stringify(records)],
    );
    await column.afterwards?.(
      this.manager,
      carried.map(({ row }) => row),
    );
  }
}

/** Null: it was sealed with another key. */
function opened(key: Buffer, context: string, { sealed }: SealedRow): string | null {
  try {
    return open(key, context, String(sealed));
  } catch {
    return null;
  }
}
