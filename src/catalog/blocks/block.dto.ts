import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { trim, PlainText } from '../../common/http/fields';
import { BLOCK_KINDS, type BlockKind } from './block.entity';

const PATTERN = { message: 'Enter a target of 1 to 255 characters' };
const PORTS = { message: 'Ports must not exceed 255 characters' };
const REASON = { message: 'Give a reason of 3 to 500 characters' };

export class BlockTargetDto {
  /**
   * A domain in any spelling; `*.example.com` or `.example.com` for it and all its subdomains; an IP address; a range
   * of addresses in CIDR notation, which also blocks names that lead there; or `*` for every target.
   * @example *.example.com
   */
  @Transform(trim)
  @IsString(PATTERN)
  @Length(1, 255, PATTERN)
  pattern: string;

  /** Ports and ranges of ports, 20 at most; every port when empty. @example 25, 6000-6063 */
  @IsOptional()
  @PlainText()
  @MaxLength(255, PORTS)
  @IsString(PORTS)
  ports?: string | null;

  /** The proxies it is for. Defaults to all. @example residential */
  @ApiProperty({ enum: BLOCK_KINDS, enumName: 'BlockKind', required: false })
  @IsOptional()
  @IsIn(BLOCK_KINDS, { message: 'Choose all, datacenter, residential or mobile' })
  kind?: BlockKind;

  /** Why, for the list and the audit log, 3 to 500 characters. @example Complaints about spam */
  @Transform(trim)
  @IsString(REASON)
  @Length(3, 500, REASON)
  reason: string;
}

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
