
export type InvoiceKind = typeof InvoiceKind[keyof typeof InvoiceKind];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const InvoiceKind = {
  invoice: 'invoice',
  credit_note: 'credit_note',
} as const;
