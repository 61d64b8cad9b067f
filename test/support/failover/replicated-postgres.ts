import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { poll } from '../../../src/embedded/poll';
import { prepareBinaries } from '../../../src/embedded/postgres/binaries';
import { PostgresServer } from '../../../src/embedded/postgres/postgres-server';
import { directoryForServer, serverIdentity } from '../../../src/embedded/postgres/server-identity';
import { sqlAt } from '../e2e/database';
import { freePort } from '../ports';
import { listChildren } from '../child-processes';
import { copyAsStandby } from './base-backup';
import { TcpForwarder } from './tcp-forwarder';

const STANDBY = 'standby';
/** Keeps the WAL that a standby has not received yet. */
const SETTINGS = { wal_keep_size: '1GB', log_min_messages: 'warning' };

interface Node {
  server: PostgresServer;
  dataDir: string;
  port: number;
}

/** A primary and its streaming standby, behind one address for the application. */
export class ReplicatedPostgres {
  private standby: Node | undefined;
  /** The standby's connection to its primary. */
  private replication: TcpForwarder | undefined;

  private constructor(
    private primary: Node,
    private readonly front: TcpForwarder,
    private readonly isSynchronous: boolean,
  ) {}

  /** @param isSynchronous false: a COMMIT waits neither for the disk nor for the standby. */
  static async start(isSynchronous: boolean): Promise<ReplicatedPostgres> {
    const primary = await startNode(await newFolder(), isSynchronous);
    const front = await TcpForwarder.start(primary.port);
    return new ReplicatedPostgres(primary, front, isSynchronous);
  }

  /** Of the primary, whichever server it is. */
  get url(): string {
    const url = new URL(this.primary.server.url());
    url.port = String(this.front.port);
    return url.toString();
  }

  /** Copies the primary, starts the copy as its standby and lets commits wait for it. */
  async addStandby(): Promise<void> {
    const dataDir = await newFolder();
    this.replication = await TcpForwarder.start(this.primary.port);
    await copyAsStandby(this.primary.server.url(), this.primary.dataDir, dataDir);
    await this.startStandby(dataDir);
    if (this.isSynchronous) await this.configure(`SET synchronous_standby_names = '${STANDBY}'`);
    await this.waitUntilStreaming();
  }

  /** Stops what the primary sends from arriving at the standby. */
  holdReplication(): void {
    this.replication?.hold();
  }

  /** Kills every process of the primary at once, as the loss of its machine does. */
  killPrimary(): void {
    kill(this.primary.server);
    this.replication?.cut();
  }

  killStandby(): void {
    kill(this.standby!.server);
  }

  /** Starts the killed standby again on its data. */
  async restartStandby(): Promise<void> {
    const { dataDir, server } = this.standby!;
    await server.exited;
    await this.startStandby(dataDir);
    await this.waitUntilStreaming();
  }

  /** Makes the standby the primary, without one of its own, and points the address to it. */
  async promoteStandby(): Promise<void> {
    const promoted = this.standby!;
    const directory = join(promoted.dataDir, 'postgres');
    const identity = serverIdentity(directory);
    const { pgCtl } = await prepareBinaries(promoted.dataDir, identity);
    const args = ['promote', '-w', '-D', directoryForServer(directory, identity)];
    const run = spawnSync(pgCtl, args, { cwd: directory, ...identity, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`pg_ctl promote failed: ${run.stdout}${run.stderr}`);
    const lost = this.primary;
    this.primary = promoted;
    this.standby = undefined;
    // Else every commit would wait for a standby that there is no more.
    if (this.isSynchronous) await this.configure('RESET synchronous_standby_names');
    this.front.pointTo(promoted.port);
    this.replication?.close();
    this.replication = undefined;
    await lost.server.exited;
    await rm(lost.dataDir, { recursive: true, force: true, maxRetries: 10 });
  }

  async stop(): Promise<void> {
    this.front.close();
    this.replication?.close();
    for (const node of [this.standby, this.primary]) {
      await node?.server.stop();
      if (node) await rm(node.dataDir, { recursive: true, force: true, maxRetries: 10 });
    }
  }

  private async startStandby(dataDir: string): Promise<void> {
    const primary = new URL(this.primary.server.url());
    const address = `host=127.0.0.1 port=${this.replication!.port} user=${primary.username}`;
    this.standby = await startNode(dataDir, this.isSynchronous, {
      primary_conninfo: `${address} password=${primary.password} application_name=${STANDBY}`,
      wal_retrieve_retry_interval: '500ms',
    });
  }

  private async configure(change: string): Promise<void> {
    const sql = sqlAt(this.primary.server.url());
    await sql(`ALTER SYSTEM ${change}`);
    await sql('SELECT pg_reload_conf()');
  }

  private async waitUntilStreaming(): Promise<void> {
    const sql = sqlAt(this.primary.server.url());
    const wanted = this.isSynchronous ? 'sync' : 'async';
    const isStreaming = async () => {
      const standbys = await sql<{ state: string; mode: string }>(
        `SELECT state, sync_state AS mode FROM pg_stat_replication WHERE application_name = $1`,
        [STANDBY],
      );
      return standbys.some(({ state, mode }) => state === 'streaming' && mode === wanted);
    };
    if (!(await poll(isStreaming, 60_000))) throw new Error('The standby does not stream');
  }
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'nairaproxy-failover-'));

async function startNode(
  dataDir: string,
  isSynchronous: boolean,
  more: Record<string, string> = {},
): Promise<Node> {
  const port = await freePort();
  const settings = {
    ...SETTINGS,
    synchronous_commit: isSynchronous ? 'on' : 'off',
    ...more,
  };
  return { dataDir, port, server: await PostgresServer.start({ dataDir, port, settings }) };
}

/** The postmaster is stopped first, so that it neither starts nor warns other processes meanwhile. */
function kill({ pid }: PostgresServer): void {
  process.kill(pid!, 'SIGSTOP');
  for (const each of [...listChildren(pid!), pid!]) process.kill(each, 'SIGKILL');
}
