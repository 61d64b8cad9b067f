/**
 * Keys of PostgreSQL's advisory locks. All code on a database shares one number space, so they stand in
 * one place, where no key can be used for two purposes.
 */
export const AdvisoryLock = {
  /** One process migrates at a time. */
  migrations: 7_361_001,
  /** One process extends the audit chain at a time. */
  auditChain: 7_361_002,
  /** Held while roles or statuses change, so that concurrent changes cannot remove the last admin. */
  adminRoles: 7_361_003,
  /** A change depends on the stored values, so changes are serialised. */
  settings: 7_361_004,
  /** One worker registers the repeating jobs at a time. */
  jobSchedules: 7_361_006,
  /** Concurrent starts create one first admin. */
  firstAdmin: 7_361_007,
  /** Concurrent starts add the seed rows once. */
  seeds: 7_361_008,
  /** One process extends the ledger's chain at a time. */
  ledgerChain: 7_361_280,
  /** One process closes months of the ledger at a time. */
  ledgerPeriods: 7_361_281,
  /** One worker at a time picks the payments that it checks next. */
  paymentClaims: 7_361_023,
  /** A change is made to the price list that its author was shown. */
  priceLists: 7_361_043,
  /** Imported exits are compared with those that are there after decryption. */
  exitImports: 7_361_042,
  /** What is missing in stock is counted and ordered by one worker at a time. */
  automaticStock: 7_361_044,
} as const;
