import { withMessage } from '../../../common/http/api.decorators';
import type { StockReplacement } from '../../../proxies/stock-replacement/stock-replacement.types';

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
