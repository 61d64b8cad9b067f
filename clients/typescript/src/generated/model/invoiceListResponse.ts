import type { InvoiceListData } from './invoiceListData';

export interface InvoiceListResponse {
  data: InvoiceListData;
  success: boolean;
}
