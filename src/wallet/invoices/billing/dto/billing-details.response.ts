import { ok } from '../../../../common/http/envelope.response';
import type { Buyer } from '../../invoice.types';

export class BillingDetailsFields {
  /** A person or a company. @example Ada Ventures Ltd */
  name: string;
  /** Lines separated by line feeds. @example 12 Broad Street */
  address: string;
  /** Tax identification number. @example 12345678-0001 */
  tin: string | null;
  /** Printed on invoices. @example accounts@example.com */
  email: string | null;
}

export class BillingDetailsData {
  /** Null until they are saved for the first time. */
  billing_details: BillingDetailsFields | null;
}

export class BillingDetailsResponse {
  success: boolean;
  data: BillingDetailsData;
}

export const toBillingDetails = (details: Buyer | null): BillingDetailsResponse =>
  ok({
    billing_details: details && {
      name: details.name,
      address: details.address,
      tin: details.tin,
      email: details.email,
    },
  });
