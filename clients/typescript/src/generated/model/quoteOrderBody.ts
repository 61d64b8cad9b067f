import type { BuyProxiesDto } from './buyProxiesDto';
import type { BuyDatacenterDto } from './buyDatacenterDto';
import type { ExtensionQuoteDto } from './extensionQuoteDto';

export type QuoteOrderBody = BuyProxiesDto | BuyDatacenterDto | ExtensionQuoteDto;
