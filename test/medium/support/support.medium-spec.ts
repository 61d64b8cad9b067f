import { rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { CLAIMS_FOLDER, freePort, freePorts, freePortRange } from '../../support/ports';
import { Client } from 'pg';
import { createTestDatabase } from '../../support/database';

describe('Test port allocation', () => {
  const claims: string[] = [];
  const claimFor = async (port: number, pid: number) => {
    const file = join(CLAIMS_FOLDER, String(port));
    claims.push(file);
    await writeFile(file, String(pid));
  };
  /** Makes the next attempts use these ports. */
  const tryFirst = (...ports: number[]) => {
    const random = jest.spyOn(Math, 'random');
    for (const port of ports) random.mockReturnValueOnce((port - 15_500 + 0.5) / 16_499);
  };
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const file of claims.splice(0)) await rm(file, { force: true });
  });

  it('allocates each port once', async () => {
    const ports = [...(await freePorts(20)), ...(await Promise.all([freePort(), freePort()]))];
    expect(new Set(ports).size).toBe(22);
    tryFirst(ports[0]!, ports[1]!);
    expect(ports).not.toContain(await freePort());
  });

  it('respects reservations of running processes and reclaims those of ended ones', async () => {
    const [theirs, left] = (await freePorts(2)) as [number, number];
    await claimFor(theirs, process.ppid);
    await claimFor(left, 2 ** 30);
    tryFirst(theirs, left, left);
    expect(await freePort()).toBe(left);
  });

  it('allocates a contiguous range or nothing', async () => {
    const first = await freePortRange(3);
    tryFirst(first, first + 1, first + 2);
    expect([first, first + 1, first + 2]).not.toContain(await freePort());
    await claimFor(first + 1, process.ppid);
    await rm(join(CLAIMS_FOLDER, String(first)));
    tryFirst(first);
    expect(await freePortRange(2)).not.toBe(first);
    tryFirst(first);
    expect(await freePort()).toBe(first);
  });

  it('skips ports that are in use', async () => {
    const server = await new Promise<Server>((done) => {
      const opened = createServer().listen(0, '127.0.0.1', () => done(opened));
    });
    const { port } = server.address() as AddressInfo;
    try {
      tryFirst(port);
      expect(await freePort()).not.toBe(port);
    } finally {
      server.close();
    }
  });
});

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
