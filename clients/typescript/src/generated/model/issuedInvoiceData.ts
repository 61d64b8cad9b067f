import type { InvoiceResponse } from './invoiceResponse';

export interface IssuedInvoiceData {
  invoice: InvoiceResponse;
}
