import { randomBytes, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';

interface Recorded {
  readonly text: string;
  readonly values: unknown[];
  readonly rows: Record<string, unknown>[];
}

/** Source of a part of a value when the statement is replayed. */
export type Piece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'fresh'; readonly token: number }
  | { readonly kind: 'caller'; readonly what: string }
  | { readonly kind: 'answer'; readonly statement: number; readonly column: string };

export interface Step {
  readonly text: string;
  /** Null for NULL. */
  readonly values: readonly (readonly Piece[] | null)[];
  /** Columns of the first row that later steps need. */
  readonly needed: Set<string>;
}

/** Recorded ids and texts of the caller → placeholder names. */
export type Placeholders = Readonly<Record<string, string>>;

/** Generated for each run: uuids, references and account names. */
const FRESH =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|BUY-[0-9A-F]{16}|gw_[a-z0-9]{20}|np[a-z0-9]{10}/g;
/** Database ids of a measured shop start here, so that small numbers are not mistaken for ids. */
export const FIRST_DISTINCT_ID = 10_000_000;

/** A caller's version may be a small number, which must not match inside a timestamp. */
const MOMENT = /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?/;

const NOISE = /\b(LISTEN|UNLISTEN|performance_minute|bullmq\.|session SET)\b/;

/**
 * The statements of one recorded call as a script: which values belong to the caller, which are
 * generated each time, and which come from an earlier statement of the same call.
 */
export class Transcript {
  readonly tokens: string[] = [];

  private constructor(readonly steps: Step[]) {}

  static read(lines: string, caller: Placeholders): Transcript {
    const recorded = lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Recorded)
      .filter(({ text }) => !NOISE.test(text));
    const transcript = new Transcript([]);
    const answers = new Map<string, { statement: number; column: string }>();
    recorded.forEach(({ text, values, rows }, index) => {
      const step: Step = {
        text,
        values: values.map((value) =>
          value === null ? null : transcript.#split(asText(value), caller, answers),
        ),
        needed: new Set(),
      };
      transcript.steps.push(step);
      for (const [column, value] of Object.entries(rows[0] ?? {}))
        if (Number(value) >= FIRST_DISTINCT_ID && Number.isInteger(Number(value)))
          if (!answers.has(String(value))) answers.set(String(value), { statement: index, column });
    });
    for (const { values } of transcript.steps)
      for (const piece of values.flatMap((value) => value ?? []))
        if (piece.kind === 'answer') transcript.steps[piece.statement]!.needed.add(piece.column);
    return transcript;
  }

  /** Number of statements, without BEGIN and COMMIT. */
  get statements(): number {
    return this.steps.filter(({ text }) => !/^(START|BEGIN|COMMIT)/.test(text)).length;
  }

  /** Replays all statements for another caller. */
  async replay(
    client: PoolClient,
    caller: Readonly<Record<string, string>>,
    replaced: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const fresh = this.tokens.map(freshLike);
    const firstRows: Record<string, unknown>[] = [];
    for (const { text, values } of this.steps) {
      const sent = values.map((pieces) =>
        pieces === null
          ? null
          : pieces
              .map((piece) => {
                if (piece.kind === 'literal') return replaced[piece.text] ?? piece.text;
                if (piece.kind === 'fresh') return fresh[piece.token];
                if (piece.kind === 'caller') return caller[piece.what];
                return String(firstRows[piece.statement]?.[piece.column]);
              })
              .join(''),
      );
      const { rows } = await client.query<Record<string, unknown>>(text, sent);
      firstRows.push(rows[0] ?? {});
    }
  }

  #split(
    value: string,
    caller: Placeholders,
    answers: Map<string, { statement: number; column: string }>,
  ): Piece[] {
    if (caller[value] !== undefined) return [{ kind: 'caller', what: caller[value] }];
    const answer = answers.get(value);
    if (answer) return [{ kind: 'answer', ...answer }];
    const known = [...Object.keys(caller), ...answers.keys()].map(
      (word) => `\\b${escape(word)}\\b`,
    );
    const marks = new RegExp([FRESH.source, MOMENT.source, ...known].join('|'), 'g');
    const pieces: Piece[] = [];
    let end = 0;
    for (const { 0: word, index } of value.matchAll(marks)) {
      if (MOMENT.test(word)) continue;
      if (index > end) pieces.push({ kind: 'literal', text: value.slice(end, index) });
      const from = answers.get(word);
      if (caller[word] !== undefined) pieces.push({ kind: 'caller', what: caller[word] });
      else if (from) pieces.push({ kind: 'answer', ...from });
      else pieces.push({ kind: 'fresh', token: this.#token(word) });
      end = index + word.length;
    }
    if (end < value.length || pieces.length === 0)
      pieces.push({ kind: 'literal', text: value.slice(end) });
    return pieces;
  }

  #token(word: string): number {
    const known = this.tokens.indexOf(word);
    return known >= 0 ? known : this.tokens.push(word) - 1;
  }
}

function freshLike(word: string): string {
  if (/^[0-9a-f]{8}-/.test(word)) return randomUUID();
  const hex = randomBytes(16).toString('hex');
  if (word.startsWith('BUY-')) return `BUY-${hex.slice(0, 16).toUpperCase()}`;
  return word.startsWith('gw_') ? `gw_${hex.slice(0, 20)}` : `np${hex.slice(0, 10)}`;
}

/** As the driver writes it: a list becomes a PostgreSQL array, an object JSON. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map((part) => `"${String(part)}"`).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const escape = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
