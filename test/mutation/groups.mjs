/** Files mutated together and the specs that must detect the mutants. */
export const GROUPS = {
  wallet: {
    mutate: [
      'src/wallet/ledger/ledger.service.ts',
      'src/wallet/wallet.service.ts',
      'src/common/money/money.ts',
    ],
    specs: [
      'test/medium/wallet/wallet.medium-spec.ts',
      'test/medium/wallet/wallet-errors.medium-spec.ts',
      'test/medium/wallet/receivable.medium-spec.ts',
      'test/medium/proxies/api-key-spending.medium-spec.ts',
      'test/medium/proxies/own-refund.medium-spec.ts',
      'test/medium/team/team-spending.medium-spec.ts',
      'src/common/money/money.spec.ts',
    ],
  },
  corrections: {
    mutate: [
      'src/wallet/corrections/wallet-correction.service.ts',
      'src/admin/wallet-corrections/*.{queries,service}.ts',
    ],
    specs: ['test/medium/admin/wallet-corrections.medium-spec.ts'],
  },
  settlement: {
    mutate: ['src/payments/settlement/settlement*.ts', '!src/**/*.spec.ts'],
    specs: [
      'test/medium/payments/settlement.medium-spec.ts',
      'test/medium/payments/settlement-provider-replies.medium-spec.ts',
      'test/medium/payments/settlement-persistence.medium-spec.ts',
      'src/payments/settlement/settlement.service.spec.ts',
    ],
  },
  topup: {
    mutate: ['src/payments/topup/topup.service.ts'],
    specs: [
      'test/medium/payments/topup.medium-spec.ts',
      'test/medium/payments/topup-provider-replies.medium-spec.ts',
    ],
  },
  review: {
    mutate: [
      'src/payments/review/payment-review.service.ts',
      'src/payments/reversals/*.ts',
      'src/payments/refunds/refund.service.ts',
      '!src/**/*.types.ts',
    ],
    specs: [
      'test/medium/payments/review.medium-spec.ts',
      'test/medium/payments/card-refund.medium-spec.ts',
      'test/medium/payments/chargeback.medium-spec.ts',
      'test/medium/payments/reversal-webhooks.medium-spec.ts',
    ],
  },
  reconciliation: {
    mutate: ['src/payments/reconciliation/*.{entity,service}.ts'],
    specs: [
      'src/payments/reconciliation/payment-reconciliation.spec.ts',
      'test/medium/payments/reconciliation.medium-spec.ts',
      'test/medium/payments/reconciliation-bounds.medium-spec.ts',
    ],
  },
  orders: {
    mutate: ['src/proxies/orders/*.service.ts', 'src/proxies/proxies.service.ts'],
    specs: [
      'test/medium/proxies/purchase.medium-spec.ts',
      'test/medium/proxies/purchase-idempotency.medium-spec.ts',
      'test/medium/proxies/purchase-transaction.medium-spec.ts',
      'test/medium/proxies/renewal.medium-spec.ts',
      'test/medium/proxies/places.medium-spec.ts',
      'test/medium/proxies/auto-renewal.medium-spec.ts',
      'test/medium/proxies/partial-refund.medium-spec.ts',
      'test/medium/proxies/purchase-http.medium-spec.ts',
      'test/medium/proxies/proxies-http.medium-spec.ts',
      'test/medium/proxies/served-proxies.medium-spec.ts',
      'test/medium/proxies/usage-and-expiry.medium-spec.ts',
      'test/medium/team/team-spending.medium-spec.ts',
    ],
  },
  refunds: {
    mutate: ['src/proxies/refunds/*.ts', '!src/**/*.spec.ts'],
    specs: [
      'test/medium/proxies/order-refund.medium-spec.ts',
      'test/medium/proxies/partial-refund.medium-spec.ts',
      'test/medium/proxies/own-refund.medium-spec.ts',
      'test/medium/proxies/places.medium-spec.ts',
      'test/medium/proxies/auto-renewal.medium-spec.ts',
      'src/proxies/refunds/unused-part.spec.ts',
    ],
  },
  idempotency: {
    mutate: ['src/http/idempotency/idempotency.{interceptor,repository,service}.ts'],
    specs: [
      'test/medium/idempotency/idempotency-http.medium-spec.ts',
      'test/medium/idempotency/idempotency.medium-spec.ts',
    ],
  },
  renewal: {
    mutate: ['src/proxies/renewal/*.service.ts', 'src/proxies/renewal/renewable-proxy.ts'],
    specs: [
      'test/medium/proxies/renewal.medium-spec.ts',
      'test/medium/proxies/auto-renewal.medium-spec.ts',
      'test/medium/proxies/lock-order.medium-spec.ts',
      'test/medium/proxies/places.medium-spec.ts',
      'test/medium/proxies/proxies-http.medium-spec.ts',
      'test/medium/team/team-spending.medium-spec.ts',
    ],
  },
  places: {
    mutate: [
      'src/proxies/places/*.service.ts',
      'src/proxies/places/place-price.ts',
      'src/common/gateway/place-reach.ts',
    ],
    specs: ['test/medium/proxies/places.medium-spec.ts', 'src/proxies/places/place-price.spec.ts'],
  },
  lifecycle: {
    mutate: ['src/proxies/proxy-{lifecycle,expiry}.service.ts'],
    specs: [
      'test/medium/proxies/lifecycle.medium-spec.ts',
      'test/medium/proxies/lifecycle-records.medium-spec.ts',
      'test/medium/proxies/lifecycle-gateway.medium-spec.ts',
      'test/medium/proxies/usage-and-expiry.medium-spec.ts',
      'test/medium/proxies/served-proxies.medium-spec.ts',
    ],
  },
  books: {
    mutate: ['src/wallet/ledger/ledger-{archive,period}.service.ts'],
    specs: [
      'test/medium/wallet/ledger-archive.medium-spec.ts',
      'test/medium/admin/integrity.medium-spec.ts',
    ],
  },
  clearing: {
    mutate: ['src/payments/payouts/*.service.ts'],
    specs: [
      'test/medium/payments/clearing.medium-spec.ts',
      'src/payments/payouts/payout-file.spec.ts',
      'src/payments/payouts/payout-item.spec.ts',
    ],
  },
  quota: {
    mutate: ['src/gateway/meter/{lease,usage-store,proxy-account,usage-flusher}.ts'],
    specs: [
      'src/gateway/meter/lease.spec.ts',
      'src/gateway/meter/proxy-account.spec.ts',
      'src/gateway/meter/flush-timing.spec.ts',
      'src/gateway/meter/usage-flusher.spec.ts',
      'src/gateway/meter/usage-spool.spec.ts',
      'test/medium/gateway/usage-store.medium-spec.ts',
    ],
  },
};
