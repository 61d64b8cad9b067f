import type { InvoiceResponse } from './invoiceResponse';
import type { PaginationResponse } from './paginationResponse';

export interface InvoiceListData {
  invoices: InvoiceResponse[];
  pagination: PaginationResponse;
}
