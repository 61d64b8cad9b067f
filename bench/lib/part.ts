import type { Measurements } from './load';
import type { BenchContext } from './bench-context';

/** Amount of measurement: full, or a quick smoke run. */
export interface Effort {
  readonly rounds: number;
  /** Of each variant in each round. */
  readonly seconds: number;
  /** Users of the shop whose statements are measured. */
  readonly users: number;
  /** Users of the shops whose lists are measured. */
  readonly sizes: readonly number[];
}

/** One figure of the report. */
export interface Line {
  readonly what: string;
  readonly measured?: Measurements;
  /** Formatted value: a ratio, a size, a share of a CPU. */
  readonly note?: string;
  /** The target and whether it was met. */
  readonly aim?: { readonly text: string; readonly met: boolean };
}

export interface Outcome {
  readonly title: string;
  /** Short description of the measurement. */
  readonly how: string;
  readonly lines: readonly Line[];
}

export interface Part {
  readonly name: string;
  run(context: BenchContext, effort: Effort): Promise<Outcome>;
}

export const ratio = (what: string, share: number, aim?: number): Line => ({
  what,
  note: share.toFixed(2),
  ...(aim === undefined ? {} : { aim: { text: `≥ ${aim}`, met: share >= aim } }),
});
