export interface StockReplacement {
  readonly proxyId: number;
  readonly oldAddress: string;
  readonly newAddress: string;
  readonly customer: { readonly name: string; readonly email: string };
}
