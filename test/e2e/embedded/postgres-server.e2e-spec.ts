import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { poll } from '../../../src/embedded/poll';
import { PostgresServer } from '../../../src/embedded/postgres/postgres-server';
import { freePort } from '../../support/ports';
import { copyCluster } from '../../support/prepared-data';
import { inRepo } from '../../support/repo';
import { makeScratchFolder } from '../../support/scratch-folder';

jest.setTimeout(180_000);

const asRoot = process.getuid?.() === 0;

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('PostgresServer', () => {
  let dataDir: string;
  let port: number;
  const started: PostgresServer[] = [];

  async function start(durable = false): Promise<PostgresServer> {
    const server = await PostgresServer.start({ dataDir, port, durable });
    started.push(server);
    return server;
  }

  async function open(): Promise<void> {
    dataDir = (await makeScratchFolder()).path;
    port = await freePort();
  }

  async function close(): Promise<void> {
    await Promise.all(started.splice(0).map((server) => server.stop()));
    await rm(dataDir, { recursive: true, force: true });
  }

  describe('in a new data folder', () => {
    let server: PostgresServer;

    beforeAll(async () => {
      await open();
      // As of a first start that was killed midway.
      await mkdir(join(dataDir, 'postgres.init-1'));
      await writeFile(join(dataDir, 'postgres.init-1', 'PG_VERSION'), '18');
      server = await start();
    });
    afterAll(close);

    it('initializes again when the first start was killed midway', () => {
      expect(server.running).toBe(true);
    });

    it('requires its password, readable by the owner only', async () => {
      const url = new URL(server.url());
      url.password = 'guess';
      await expect(run(url.toString(), 'SELECT 1')).rejects.toThrow(
        'password authentication failed',
      );
      expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
      expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    });

    it('sorts and folds text by Unicode rules', async () => {
      const rows = await run(server.url(), `SELECT lower('ÀBÍỌ́LÁ') AS low, 'ẹ' < 'f' AS sorted`);
      expect(rows).toEqual([{ low: 'àbíọ́lá', sorted: true }]);
    });
  });

  describe('on a disk of 24 MB', () => {
    beforeEach(open);
    afterEach(close);

    it('reports a full disk and starts once there is space', async () => {
      // Only root can lay out a disk of a chosen size.
      const mount = () =>
        spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dataDir]).status === 0;
      if (!asRoot || !mount()) return;
      try {
        await expect(start()).rejects.toThrow(/The disk that holds .* is full/);
        spawnSync('mount', ['-o', 'remount,size=300m', dataDir]);
        await (await start()).stop();
      } finally {
        spawnSync('umount', [dataDir]);
      }
    });
  });

  describe('in the data folder of an earlier start', () => {
    beforeEach(async () => {
      await open();
      await copyCluster(dataDir);
    });
    afterEach(close);

    it('keeps data across starts', async () => {
      const first = await start();
      await run(first.url(), 'CREATE TABLE kept AS SELECT 42 AS answer');
      await first.stop();
      const second = await start();
      expect(await run(second.url(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    });

    it('logs an error without the values of its rows, statement and parameters', async () => {
      const server = await start();
      const client = new Client({ connectionString: server.url() });
      await client.connect();
      try {
        await client.query('CREATE TABLE person (email text PRIMARY KEY, age int CHECK (age > 0))');
        const insert = 'INSERT INTO person VALUES ($1, $2)';
        await client.query(insert, ['ada@example.com', 40]);
        await expect(client.query(insert, ['ada@example.com', 40])).rejects.toThrow(
          'duplicate key',
        );
        await expect(client.query(insert, ['obi@example.com', -7])).rejects.toThrow(
          'check constraint',
        );
        await expect(
          client.query(`DO $$ BEGIN INSERT INTO person VALUES ('eve@example.com', -7); END $$`),
        ).rejects.toThrow('check constraint');
      } finally {
        await client.end();
      }
      const log = await readFile(join(dataDir, 'logs', 'postgres.log'), 'utf8');
      expect(log).toMatch(/ERROR: +duplicate key value/);
      expect(log).toMatch(/ERROR: +new row for relation "person"/);
      expect(log).not.toMatch(/@example|-7|DETAIL|CONTEXT|STATEMENT/);
    });

    it('recovers after kill -9 with a session open', async () => {
      const server = await start(true);
      await run(server.url(), 'CREATE TABLE kept (id int)');
      const busy = new Client({ connectionString: server.url() });
      busy.on('error', () => undefined);
      await busy.connect();
      const cut = busy.query('SELECT pg_sleep(60)').catch((error: Error) => error);
      process.kill(server.pid ?? 0, 'SIGKILL');
      await server.exited;
      const next = await start();
      expect(await run(next.url(), 'SELECT * FROM kept')).toEqual([]);
      expect(await cut).toBeInstanceOf(Error);
    });

    it('starts although the lock file names a running process that is not PostgreSQL', async () => {
      await writeFile(
        join(dataDir, 'postgres', 'postmaster.pid'),
        `${process.pid}\n${dataDir}/postgres\n1700000000\n${port}\n\n127.0.0.1\n 1 1\nready   \n`,
      );
      expect((await start()).running).toBe(true);
    });

    it('stops a server that an earlier start left running, then starts', async () => {
      const orphan = await start();
      await run(orphan.url(), 'CREATE TABLE kept (id int)');
      const next = await start();
      expect(await poll(() => !orphan.running, 30_000)).toBe(true);
      expect(await run(next.url(), 'SELECT * FROM kept')).toEqual([]);
    });

    it('ends with its parent, even after kill -9', async () => {
      if (spawnSync('setpriv', ['--pdeathsig', 'INT', 'true']).status !== 0) return;
      const parent = spawn(
        process.execPath,
        [
          '-e',
          `const { PostgresServer } = require('./dist/embedded/postgres/postgres-server.js');
           PostgresServer.start({ dataDir: process.argv[1], port: Number(process.argv[2]), durable: false })
             .then((server) => { console.log(server.pid); setInterval(() => undefined, 1000); });`,
          dataDir,
          String(port),
        ],
        { cwd: inRepo(), stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await new Promise((resolve) => parent.stdout.once('data', resolve));
      parent.kill('SIGKILL');
      const log = join(dataDir, 'logs', 'postgres.log');
      const down = async () =>
        (await readFile(log, 'utf8')).includes('database system is shut down');
      expect(await poll(down, 30_000)).toBe(true);
    });

    it('names POSTGRES_PORT when the port is in use', async () => {
      const other = createServer().listen(port, '127.0.0.1');
      await new Promise((resolve) => other.once('listening', resolve));
      try {
        await expect(start()).rejects.toThrow(
          new RegExp(`Port ${port} is taken by another program.*POSTGRES_PORT`),
        );
      } finally {
        other.close();
      }
    });

    it('rejects a data directory of another major version', async () => {
      await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
      await expect(start()).rejects.toThrow(/made by PostgreSQL 16.*brings PostgreSQL 18/);
    });

    it('names the password file when it is missing', async () => {
      await rm(join(dataDir, 'postgres.password'));
      await expect(start()).rejects.toThrow('postgres.password');
      await writeFile(join(dataDir, 'postgres.password'), 'wrong');
      await expect(start()).rejects.toThrow('refuses the password');
    });
  });
});
