import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { PostgresServer, type PostgresOptions } from './postgres/postgres-server';
import { StartError } from './start-error';

const DATABASE = 'nairaproxy';
const LONGEST_PAUSE_MS = 15_000;

/** Supervises one PostgreSQL: restarts it when it ends before `stop`. */
export class DatabaseSupervisor {
  #server: PostgresServer | undefined;
  #starting: Promise<PostgresServer> | undefined;
  #stopping = false;

  constructor(
    private readonly options: PostgresOptions,
    private readonly print: (line: string) => void,
    private readonly changed: () => void,
  ) {}

  get pid(): number | undefined {
    return this.#server?.running ? this.#server.pid : undefined;
  }

  /** @returns the address of the platform's database, which exists from now on. */
  async start(): Promise<string> {
    const server = await this.launch();
    const admin = new Client({ connectionString: server.url() });
    await admin.connect();
    try {
      const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
      if (found.rowCount === 0) await admin.query(`CREATE DATABASE ${DATABASE}`);
    } finally {
      await admin.end();
    }
    return server.url(DATABASE);
  }

  async stop(timeoutMs: number): Promise<void> {
    this.#stopping = true;
    // A pending start cannot be cancelled; wait for it, so that its server is stopped too.
    await this.#starting?.catch(() => undefined);
    await this.#server?.stop(timeoutMs);
  }

  private async launch(): Promise<PostgresServer> {
    this.#starting = PostgresServer.start(this.options);
    const server = await this.#starting;
    this.#server = server;
    this.changed();
    void server.exited.then(() => this.revive());
    return server;
  }

  private async revive(): Promise<void> {
    this.changed();
    for (let pause = 250; !this.#stopping; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      this.print('  PostgreSQL stopped unexpectedly; starting it again.');
      try {
        await this.launch();
        return;
      } catch (error) {
        this.print(`  ${error instanceof StartError ? error.message : String(error)}`);
      }
      await sleep(pause);
    }
  }
}
