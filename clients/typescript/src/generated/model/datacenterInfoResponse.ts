import type { DatacenterInfoData } from './datacenterInfoData';

export interface DatacenterInfoResponse {
  data: DatacenterInfoData;
  success: boolean;
}
