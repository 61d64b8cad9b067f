import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurements } from './load';
import type { Piece, Transcript } from './transcript';
import type { Shop } from './bench-context';

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0;

/** Escapes colons, which pgbench would parse as variables. */
const escapeLiteral = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3A');

/** An untyped literal, like a driver parameter; pgbench substitutes the variables. */
function expression(pieces: readonly Piece[] | null): string {
  if (pieces === null) return 'NULL';
  const parts = pieces.map((piece) => {
    if (piece.kind === 'literal') return escapeLiteral(piece.text);
    if (piece.kind === 'fresh') return `:fresh${piece.token}`;
    if (piece.kind === 'caller') return `:caller_${piece.what}`;
    return `:a${piece.statement}_${piece.column}`;
  });
  return `E'${parts.join('')}'`;
}

/** SQL that generates a unique value. */
function uniqueValueSql(word: string): string {
  if (/^[0-9a-f]{8}-/.test(word)) return 'gen_random_uuid()';
  const hex = `replace(gen_random_uuid()::text, '-', '')`;
  if (word.startsWith('BUY-')) return `'BUY-' || upper(left(${hex}, 16))`;
  return word.startsWith('gw_') ? `'gw_' || left(${hex}, 20)` : `'np' || left(${hex}, 10)`;
}

/** Caller rows that the scripts consume in order. */
export async function createCallerTable(
  shop: Shop,
  callers: readonly Readonly<Record<string, string>>[],
): Promise<void> {
  const columns = Object.keys(callers[0]!);
  await shop.sql(
    `CREATE TABLE bench_caller (n int PRIMARY KEY, ${columns.map((column) => `${column} text`).join(', ')})`,
  );
  await shop.sql(
    `INSERT INTO bench_caller SELECT ordinal, ${columns.map((column) => `c.value ->> '${column}'`).join(', ')}
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS c (value, ordinal)`,
    [JSON.stringify(callers)],
  );
  await shop.sql(`CREATE SEQUENCE bench_turn MINVALUE 1 MAXVALUE ${callers.length} CACHE 1 CYCLE`);
}

/** The transcript as a script for `pgbench -f`, for the callers of `createCallerTable`. */
export function toScript(transcript: Transcript): string {
  const lines = [
    `SELECT nextval('bench_turn') AS turn \\gset`,
    `SELECT * FROM bench_caller WHERE n = :turn \\gset caller_`,
  ];
  if (transcript.tokens.length)
    lines.push(
      `SELECT ${transcript.tokens.map((word, i) => `${uniqueValueSql(word)} AS fresh${i}`).join(', ')} \\gset`,
    );
  transcript.steps.forEach(({ text, values, needed }, index) => {
    const sql = text
      .replace(/\$(\d+)/g, (_, number: string) => expression(values[Number(number) - 1] ?? null))
      .replace(/\s*\n\s*/g, ' ');
    lines.push(needed.size ? `${sql} \\gset a${index}_` : `${sql};`);
  });
  return `${lines.join('\n')}\n`;
}

export async function runPgbench(
  url: string,
  script: string,
  clients: number,
  seconds: number,
): Promise<Measurements> {
  const folder = mkdtempSync(join(tmpdir(), 'nairaproxy-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    writeFileSync(file, script);
    const child = spawn(
      'pgbench',
      ['-n', '-c', `${clients}`, '-j', '1', '-T', `${seconds}`, '-f', file, url],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await new Promise((done) => child.once('close', done));
    const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? NaN);
    const latency = Number(/latency average = ([\d.]+)/.exec(output)?.[1] ?? NaN);
    if (!Number.isFinite(perSecond) || /ERROR/.test(output)) throw new Error(output.slice(0, 2000));
    return { perSecond, p50: latency, p95: NaN, p99: NaN, count: perSecond * seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
