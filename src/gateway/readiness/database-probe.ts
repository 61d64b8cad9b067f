import type { Logger } from 'pino';
import { describeSchemaDefect } from './schema-defect';

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
