export const BLOCK_KINDS = ['all', 'datacenter', 'residential', 'mobile'] as const;
/** The proxies a block is for. */
export type BlockKind = (typeof BLOCK_KINDS)[number];

export interface NewTargetBlock {
  readonly pattern: string;
  readonly ports: string;
  readonly kind: BlockKind;
  readonly reason: string;
}

export interface ListedTargetBlock extends NewTargetBlock {
  readonly id: number;
  readonly createdBy: string;
  readonly createdAt: Date;
}
