import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { Client } from 'pg';
import type { BenchContext } from './bench-context';

/** Hardware and software of the measurement. */
export interface Conditions {
  readonly date: string;
  readonly commit: string;
  readonly cores: number;
  readonly processor: string;
  readonly memoryGib: number;
  readonly node: string;
  readonly postgres: string;
  readonly settings: string;
  /** One-minute load average, before and after. */
  loadBefore: number;
  loadAfter: number;
}

export async function readConditions(context: BenchContext): Promise<Conditions> {
  const client = new Client({ connectionString: context.postgres.url() });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(
    `SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) AS line FROM pg_settings
     WHERE name IN ('fsync', 'synchronous_commit', 'shared_buffers', 'server_version')`,
  );
  await client.end();
  const settings = rows[0]?.line ?? '';
  return {
    date: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: /server_version=(\S+)/.exec(settings)?.[1] ?? '',
    settings: settings.replace(/ ?server_version=\S+/, ''),
    loadBefore: loadavg()[0]!,
    loadAfter: 0,
  };
}
