import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { type AccountSection, SECTION_QUERIES } from './account-sections';

export type ExportRow = Record<string, unknown>;

const PAGE_SIZE = 500;

/** Reads the sections of an export across tables, with the owner in every condition. */
@Injectable()
export class AccountExportQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Names of a section's columns, also when it is empty. */
  async findColumns(userId: number, section: AccountSection): Promise<string[]> {
    // The row that matches nothing has every column.
    const [row] = await this.uow.manager.query<ExportRow[]>(
      `SELECT s.* FROM (VALUES (1)) AS one LEFT JOIN (${SECTION_QUERIES[section]}) AS s ON true`,
      [userId, null, 0],
    );
    return Object.keys(row!).filter((name) => name !== 'key');
  }

  /** Pages of rows, oldest first, so that an export of any length takes little memory. */
  async *readPages(userId: number, section: AccountSection): AsyncGenerator<ExportRow[]> {
    for (let last: unknown = null; ;) {
      const rows = await this.uow.manager.query<ExportRow[]>(SECTION_QUERIES[section], [
        userId,
        last,
        PAGE_SIZE,
      ]);
      if (rows.length === 0) return;
      last = rows.at(-1)!.key;
      yield rows.map(({ key: _key, ...row }) => row);
    }
  }
}
