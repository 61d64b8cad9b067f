import { withMessage } from '../../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { BLOCK_KINDS, type BlockKind, type ListedTargetBlock } from '../target-block.types';

export class TargetBlockResponse {
  id: number;
  /** In canonical spelling: lower-case, punycode, ranges from their first address. @example *.example.com */
  pattern: string;
  /** Sorted; null is every port. @example 25,6000-6063 */
  ports: string | null;
  @ApiProperty({ enum: BLOCK_KINDS, enumName: 'BlockKind' })
  kind: BlockKind;
  reason: string;
  /** Name of the member of staff. */
  created_by: string;
  created_at: Date;
}

export class TargetBlocksData {
  blocks: TargetBlockResponse[];
}

export class TargetBlockedData {
  block: TargetBlockResponse;
}

const toTargetBlock = (block: ListedTargetBlock): TargetBlockResponse => ({
  id: block.id,
  pattern: block.pattern,
  ports: block.ports === '' ? null : block.ports,
  kind: block.kind,
  reason: block.reason,
  created_by: block.createdBy,
  created_at: block.createdAt,
});

export const toTargetBlocks = (blocks: ListedTargetBlock[]): TargetBlocksData => ({
  blocks: blocks.map(toTargetBlock),
});

export const toTargetBlocked = (block: ListedTargetBlock): TargetBlockedData =>
  withMessage({ block: toTargetBlock(block) }, 'The target is blocked.');
