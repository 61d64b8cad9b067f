
/**
 * Metadata of the client, stored with the transaction: at most 20 scalar values, 2 KiB in total.
 */
export type InitializeTopupDtoMetadata = { [key: string]: unknown };
