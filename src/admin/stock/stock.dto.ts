import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { trim } from '../../common/http/fields';
import { withMessage } from '../../common/http/api.decorators';
import type { StockReplacement } from '../../proxies/stock-replacement/stock-replacement.service';

const REASON = { message: 'Enter a reason of 3 to 500 characters' };

export class ReplaceUnitDto {
  /** For the audit trail and the note of the withdrawn unit, 3 to 500 characters. @example Blocked by the provider */
  @Transform(trim)
  @IsString(REASON)
  @Length(3, 500, REASON)
  reason: string;
}

export class ReplacedUnitData {
  proxy_id: number;
  old_address: string;
  new_address: string;
}

export const toReplacedUnit = (replaced: StockReplacement): ReplacedUnitData =>
  withMessage(
    {
      proxy_id: replaced.proxyId,
      old_address: replaced.oldAddress,
      new_address: replaced.newAddress,
    },
    'The address is replaced.',
  );
