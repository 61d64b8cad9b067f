import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The files of `baseline`, in the order in which they build on each other. */
const FILES = [
  ...['people', 'messages', 'money', 'supply', 'proxies'],
  ...['views', 'functions', 'triggers', 'rows'],
];

/** The whole schema as version 0.1.0 left it. */
export class Baseline1763600073600 implements MigrationInterface {
  name = 'Baseline1763600073600';

  async up(runner: QueryRunner): Promise<void> {
    for (const file of FILES)
      await runner.query(readFileSync(join(__dirname, 'baseline', `${file}.sql`), 'utf8'));
  }

  down(): Promise<void> {
    throw new Error('The baseline cannot be reverted: nothing would be left.');
  }
}
