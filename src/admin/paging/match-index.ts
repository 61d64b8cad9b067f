import type { Blocks, BlockStart } from './table-blocks';

/** Rows from `from` up to, without, `to`; the newest of them first. */
export interface Range {
  readonly from: BlockStart;
  readonly to: BlockStart | undefined;
}

/** Either the ids of a page, or the ranges that contain it and the matches to skip in them. */
export type Located<Id> =
  | { readonly ids: readonly Id[] }
  | { readonly ranges: readonly Range[]; readonly skip: number };

/** The first row of all. */
const OLDEST: BlockStart = { at: '-infinity', id: '0' };

/**
 * Where the matches of a list are, except for those in the open block, which keeps growing: the ids of
 * few matches, or the number of matches in each block.
 */
export class MatchIndex<Id> {
  private constructor(
    private readonly blocks: Blocks,
    private readonly ids: readonly Id[] | undefined,
    /** Matches in the blocks up to each one, from the oldest. */
    private readonly upTo: readonly number[],
  ) {}

  /** @param ids the newest match first. */
  static ofIds<Id>(blocks: Blocks, ids: readonly Id[]): MatchIndex<Id> {
    return new MatchIndex(blocks, ids, []);
  }

  /** @param counts matches per block, counted from 0 for the rows before the first start. */
  static ofCounts<Id>(blocks: Blocks, counts: ReadonlyMap<number, number>): MatchIndex<Id> {
    let sum = 0;
    const upTo = blocks.starts.map((_, block) => (sum += counts.get(block) ?? 0));
    return new MatchIndex<Id>(blocks, undefined, upTo);
  }

  get total(): number {
    return this.ids?.length ?? this.upTo[this.upTo.length - 1] ?? 0;
  }

  /** The rows that are not in the index. */
  get openBlock(): Range {
    return { from: this.blocks.starts[this.blocks.starts.length - 1] ?? OLDEST, to: undefined };
  }

  /** Finds `limit` matches behind the newest `offset` ones. Blocks without matches are left out. */
  locate(offset: number, limit: number): Located<Id> {
    if (this.ids) return { ids: this.ids.slice(offset, offset + limit) };
    const ranges: Range[] = [];
    // Ranks count from the oldest match, from 1.
    const newest = this.total - offset;
    const oldest = Math.max(1, newest - limit + 1);
    let skip = 0;
    for (let block = this.findBlock(newest); newest > 0 && block >= 0; block -= 1) {
      const before = this.upTo[block - 1] ?? 0;
      if (this.upTo[block] === before) continue;
      if (!ranges.length) skip = this.upTo[block]! - newest;
      ranges.push({ from: this.blocks.starts[block - 1] ?? OLDEST, to: this.blocks.starts[block] });
      if (before < oldest) break;
    }
    return { ranges, skip };
  }

  /** The first block that reaches the rank. */
  private findBlock(rank: number): number {
    let [low, high] = [0, this.upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.upTo[middle]! >= rank) high = middle;
      else low = middle + 1;
    }
    return high;
  }
}
