import type { Measurements } from './load';
import type { BenchContext } from './bench-context';

/** Size of a full run or of a quick smoke run. */
export interface BenchOptions {
  readonly rounds: number;
  /** Seconds per variant in each round. */
  readonly seconds: number;
  /** Users of the shop whose statements are measured. */
  readonly users: number;
  /** Users of the shops whose lists are measured. */
  readonly sizes: readonly number[];
  /** Loads of each page of the web app. */
  readonly loads: number;
}

/** One figure of the report. */
export interface Metric {
  readonly what: string;
  /** One for each of the `columns` of the result, instead of `measured`. */
  readonly cells?: readonly string[];
  readonly measured?: Measurements;
  /** Formatted value: a ratio, a size, a share of a CPU. */
  readonly note?: string;
  /** The target and whether it was met. */
  readonly target?: { readonly text: string; readonly met: boolean };
}

export interface BenchResult {
  readonly title: string;
  /** Short description of the measurement. */
  readonly how: string;
  /** Instead of the columns of `Measurements`. */
  readonly columns?: readonly string[];
  readonly lines: readonly Metric[];
}

export interface Benchmark {
  readonly name: string;
  /** Runs before the context is created, so that it may build what is measured. */
  prepare?(): Promise<void>;
  run(context: BenchContext, options: BenchOptions): Promise<BenchResult>;
}

export const ratio = (what: string, share: number, target?: number): Metric => ({
  what,
  note: share.toFixed(2),
  ...(target === undefined ? {} : { target: { text: `≥ ${target}`, met: share >= target } }),
});
