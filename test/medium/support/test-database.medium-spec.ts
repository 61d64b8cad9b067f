import { Client } from 'pg';
import { createTestDatabase } from '../../support/database';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('createTestDatabase', () => {
  it('creates a separate database for every caller', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    try {
      await query(one.url, 'CREATE TABLE only_here (id int)');
      await expect(query(two.url, 'SELECT * FROM only_here')).rejects.toThrow('does not exist');
    } finally {
      await Promise.all([one.dispose(), two.dispose()]);
    }
  });

  it('creates a migrated database', async () => {
    const database = await createTestDatabase();
    try {
      const tables = await query(
        database.url,
        `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
      );
      expect(tables).toContainEqual({ table_name: 'migrations' });
    } finally {
      await database.dispose();
    }
  });

  it('drops the database on dispose, even under an open connection', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    const cut = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await database.dispose();
    await cut;
    await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });
});
