import type { IssuedInvoiceData } from './issuedInvoiceData';

export interface IssuedInvoiceResponse {
  data: IssuedInvoiceData;
  success: boolean;
}
