import type { Measurements } from './load';
import type { World } from './world';

/** How much is measured: enough to trust, or just enough to see it work. */
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
  /** In words: a ratio, a size, a share of a processor. */
  readonly note?: string;
  /** What was aimed at, and whether this is there. */
  readonly aim?: { readonly text: string; readonly met: boolean };
}

export interface Outcome {
  readonly title: string;
  /** What was done, in a sentence or two. */
  readonly how: string;
  readonly lines: readonly Line[];
}

export interface Part {
  readonly name: string;
  run(world: World, effort: Effort): Promise<Outcome>;
}

export const ratio = (what: string, share: number, aim?: number): Line => ({
  what,
  note: share.toFixed(2),
  ...(aim === undefined ? {} : { aim: { text: `≥ ${aim}`, met: share >= aim } }),
});
