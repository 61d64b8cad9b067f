import { stripVTControlCharacters } from 'node:util';

const WARN = 40;
const NAMES: Record<number, string> = { 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

interface LogLine {
  level: number;
  time?: number;
  msg?: string;
  err?: { message?: string };
}

/**
 * Turns one line of a child's output into what the console should show.
 * @returns undefined for lines that belong in the log file only.
 */
export function consoleLine(process: string, raw: string, showAll: boolean): string | undefined {
  const line = stripVTControlCharacters(raw);
  const entry = parse(line);
  if (!entry) return isNoise(line) && !showAll ? undefined : `  ${process}: ${line}`;
  if (entry.level < WARN && !showAll) return undefined;
  const time = new Date(entry.time ?? Date.now()).toTimeString().slice(0, 8);
  const level = NAMES[entry.level] ?? 'info';
  const cause = entry.err?.message;
  const text = [entry.msg, cause === entry.msg ? undefined : cause].filter(Boolean).join(': ');
  return `  ${time} ${process} ${level} ${text}`;
}

function parse(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as Partial<LogLine>;
    return typeof entry.level === 'number' ? (entry as LogLine) : undefined;
  } catch {
    return undefined; // Not a log line of the platform: show it unchanged.
  }
}

/** Blank lines, Node's developer warnings, and Nest's output before its logger is up. */
function isNoise(line: string): boolean {
  const notes = /ExperimentalWarning|DeprecationWarning|--trace-(warnings|dep)/;
  const nest = /^\[Nest\] .* (LOG|DEBUG|VERBOSE) /;
  return line.trim() === '' || notes.test(line) || nest.test(line);
}
