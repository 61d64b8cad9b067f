import type { UsageReportData } from './usageReportData';

export interface UsageReportResponse {
  data: UsageReportData;
  success: boolean;
}
