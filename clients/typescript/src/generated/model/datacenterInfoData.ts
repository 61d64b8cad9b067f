import type { DatacenterPeriodResponse } from './datacenterPeriodResponse';
import type { Protocol } from './protocol';

export interface DatacenterInfoData {
  /** Maximum number of addresses in one order; stock may be lower. */
  max_quantity: number;
  min_quantity: number;
  periods: DatacenterPeriodResponse[];
  /** Protocols of every address; the chosen one can be changed later. */
  protocols: Protocol[];
  proxy_type: string;
}
