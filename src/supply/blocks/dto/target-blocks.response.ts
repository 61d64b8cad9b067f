import { ApiProperty } from '@nestjs/swagger';
import { ok } from '../../../common/http/envelope.response';
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

export class TargetBlocksResponse {
  success: boolean;
  data: TargetBlocksData;
}

export class TargetBlockedData {
  block: TargetBlockResponse;
}

export class TargetBlockedResponse {
  success: boolean;
  message: string;
  data: TargetBlockedData;
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

export const toTargetBlocks = (blocks: ListedTargetBlock[]): TargetBlocksResponse =>
  ok({ blocks: blocks.map(toTargetBlock) });

export const toTargetBlocked = (block: ListedTargetBlock): TargetBlockedResponse => ({
  success: true,
  message: 'The target is blocked.',
  data: { block: toTargetBlock(block) },
});
