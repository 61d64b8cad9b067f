import { domainToASCII } from 'node:url';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['users', 'team_invitation'];

/**
 * Domains of stored e-mail addresses in the form of the DNS, in which they are looked up. An address whose other spelling has an
 * account of its own stays: staff decide which of the two goes on.
 */
export class WriteDomainsInAscii1763600072420 implements MigrationInterface {
  name = 'WriteDomainsInAscii1763600072420';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      const rows = (await runner.query(
        `SELECT id, email::text FROM ${table} WHERE email::text ~ '@[^@]*[^\\x01-\\x7f][^@]*$'`,
      )) as { id: number; email: string }[];
      for (const { id, email } of rows) {
        const at = email.lastIndexOf('@');
        const domain = domainToASCII(email.slice(at + 1));
        if (!domain) continue;
        await runner.query(
          `UPDATE ${table} SET email = $2 WHERE id = $1
             AND ($3 OR NOT EXISTS (SELECT FROM users WHERE email = $2::citext))`,
          [id, email.slice(0, at + 1) + domain, table !== 'users'],
        );
      }
    }
  }

  /** Both spellings are the same address. */
  async down(): Promise<void> {}
}
