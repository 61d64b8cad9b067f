import type { StockReplacement } from '../../../proxies/stock-replacement/stock-replacement.types';

export class ReplacedUnitData {
  proxy_id: number;
  old_address: string;
  new_address: string;
}

export class ReplacedUnitResponse {
  success: boolean;
  message: string;
  data: ReplacedUnitData;
}

export const toReplacedUnit = (replaced: StockReplacement): ReplacedUnitResponse => ({
  success: true,
  message: 'The address is replaced.',
  data: {
    proxy_id: replaced.proxyId,
    old_address: replaced.oldAddress,
    new_address: replaced.newAddress,
  },
});
