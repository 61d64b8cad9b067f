import type { Logger } from 'pino';
import type { ReadinessReason } from '../common/metrics/metrics-server';
import { SECOND } from '../common/time/clock';

/** Undefined table, column, function and schema, and insufficient privilege. */
const SCHEMA_CODES = new Set(['42P01', '42703', '42883', '3F000', '42501']);

/**
 * PostgreSQL's message when a relation, a column or the right to use one is missing; it names which. Undefined for every
 * other error.
 */
export function describeSchemaDefect(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as Error & { code?: string };
  return code !== undefined && SCHEMA_CODES.has(code) ? error.message : undefined;
}

/**
 * Asks PostgreSQL now and then what the gateway will have to ask it, so that it is known before a customer comes
 * whether the answers can be had.
 */
export class DatabaseProbe {
  #timer: NodeJS.Timeout | undefined;
  #lastAnswer: number | undefined;
  #reachableSince: number | undefined;
  #defect: string | undefined;

  /** @param questions reject when PostgreSQL cannot answer them. */
  constructor(
    private readonly questions: readonly (() => Promise<unknown>)[],
    private readonly intervalMs: number,
    private readonly log: Logger,
    private readonly now: () => number = Date.now,
  ) {}

  /** Milliseconds since the last answer; undefined before the first. */
  get silentMs(): number | undefined {
    return this.#lastAnswer === undefined ? undefined : this.now() - this.#lastAnswer;
  }

  /** For how long every question has been answered; 0 while it is unreachable. */
  get reachableMs(): number {
    return this.#reachableSince === undefined ? 0 : this.now() - this.#reachableSince;
  }

  /** What the schema lacks for this gateway, in PostgreSQL's words. */
  get defect(): string | undefined {
    return this.#defect;
  }

  async start(): Promise<void> {
    await this.ask();
    this.#timer = setInterval(() => void this.ask(), this.intervalMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Never rejects. */
  async ask(): Promise<void> {
    try {
      for (const question of this.questions) await question();
      this.#answered(undefined);
    } catch (error) {
      const defect = describeSchemaDefect(error);
      if (defect !== undefined) return this.#answered(defect);
      this.#reachableSince = undefined;
      this.log.warn({ err: error }, 'The database cannot be asked');
    }
  }

  #answered(defect: string | undefined): void {
    if (defect !== undefined && defect !== this.#defect)
      this.log.error({ defect }, 'The database does not fit this gateway');
    this.#defect = defect;
    this.#lastAnswer = this.now();
    this.#reachableSince ??= this.#lastAnswer;
  }
}

/** What a gateway knows about itself. */
export interface GatewayState {
  isListening: boolean;
  isDraining: boolean;
  /** Whether a key is configured; passwords cannot be checked without the shop's. */
  hasKey: boolean;
  /** What the schema lacks for this gateway. */
  schemaDefect: string | undefined;
  /** Since PostgreSQL last answered; undefined: not yet. */
  databaseSilentMs: number | undefined;
  /** For how long PostgreSQL has been answering; 0: it does not. */
  databaseReachableMs: number;
  /** How long cached credentials are served without PostgreSQL. */
  graceMs: number;
  areExitsLoaded: boolean;
  exits: number;
  /** Since all usage was last saved. */
  unsavedMs: number;
}

/** Usage that is not saved for this long, although PostgreSQL answers, can be saved nowhere. */
const UNSAVED_LIMIT_MS = 30 * SECOND;

/**
 * Why no new customers should be sent to a gateway; none: it is ready. It stays ready while PostgreSQL is away and it
 * serves from memory.
 */
export function notReadyBecause(state: GatewayState): ReadinessReason[] {
  const reasons: [boolean, string, string][] = [
    [state.isDraining, 'draining', 'The gateway is stopping.'],
    [!state.isListening && !state.isDraining, 'starting', 'The gateway does not listen yet.'],
    [!state.hasKey, 'key_missing', 'No key is set, so that no password can be checked.'],
    [
      state.schemaDefect !== undefined,
      'schema_mismatch',
      `The database does not fit this gateway: ${state.schemaDefect}. Run the migrations.`,
    ],
    [
      (state.databaseSilentMs ?? Infinity) >= state.graceMs,
      'database_unreachable',
      'The database has not answered for too long.',
    ],
    [
      state.areExitsLoaded && state.exits === 0,
      'no_exits',
      'There is no exit that this gateway can use.',
    ],
    [!state.areExitsLoaded, 'exits_not_loaded', 'The exits have not been read yet.'],
    [isUsageStuck(state), 'usage_unsaved', 'Usage cannot be saved.'],
  ];
  return reasons.filter(([applies]) => applies).map(([, code, message]) => ({ code, message }));
}

function isUsageStuck({ unsavedMs, databaseReachableMs, graceMs }: GatewayState): boolean {
  if (databaseReachableMs === 0) return unsavedMs >= graceMs;
  return Math.min(unsavedMs, databaseReachableMs) >= UNSAVED_LIMIT_MS;
}
