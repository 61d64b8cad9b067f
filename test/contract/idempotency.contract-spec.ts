import { readFileSync } from 'node:fs';
import { inRepo } from '../support/repo';
import { listCommittedOperations, type Operation } from '../support/openapi-document';

/** Calls that move money once per key, with the test that repeats each: file in test/medium, title. */
const REPEATED: Record<string, [file: string, title: string]> = {
  'POST /admin/orders/{id}/decision': [
    'proxies/order-refund-withdrawal',
    'should decide once under concurrent proposals, approvals, sweeps and deliveries',
  ],
  'POST /admin/orders/{id}/decision/approve': [
    'proxies/order-refund-withdrawal',
    'should decide once under concurrent proposals, approvals, sweeps and deliveries',
  ],
  'POST /admin/orders/{id}/decision/reject': [
    'proxies/order-refund-withdrawal',
    'should let a proposal be rejected once and be followed by another',
  ],
  'POST /admin/orders/{id}/partial-refund': [
    'proxies/partial-refund',
    'should refund the unused traffic that was shown, once, and end the proxies',
  ],
  'POST /admin/orders/{id}/refund': [
    'proxies/order-refund',
    'should refund once under concurrent requests',
  ],
  'POST /admin/payments/{id}/accept': [
    'payments/review',
    'should credit once under concurrent accepts',
  ],
  'POST /admin/payments/{id}/chargeback': [
    'payments/chargeback',
    'should book once under concurrent requests',
  ],
  'POST /admin/payments/{id}/chargebacks/{chargeback_id}/win': [
    'payments/chargeback',
    'should repay what is owed first with the money of a won dispute, once',
  ],
  'POST /admin/payments/{id}/recheck': [
    'payments/review',
    'should recheck the provider on request, credit once and audit the staff member',
  ],
  'POST /admin/payments/{id}/refund': [
    'payments/review',
    'should refund the paid amount once and look up its result',
  ],
  'POST /admin/payments/{id}/reject': [
    'payments/review',
    'should end in one status when accept and reject race',
  ],
  'POST /admin/supply/providers/{id}/purchases': [
    'supply/purchases',
    'should buy once for one Idempotency-Key, even when its record is lost',
  ],
  'POST /admin/supply/stock/{id}/prolong': [
    'supply/purchases',
    'should prolong once for one Idempotency-Key',
  ],
  'POST /admin/transactions/{id}/reverse-funding': [
    'admin/approvals',
    'should reverse once for one key, even when its record is lost',
  ],
  'POST /admin/users/{id}/fund-wallet': [
    'admin/user-accounts',
    'should fund once for concurrent requests with one idempotency key',
  ],
  'POST /admin/users/{id}/wallet-corrections': [
    'admin/wallet-corrections',
    'should correct once for one idempotency key, even when its record is lost',
  ],
  'POST /admin/wallet-corrections/{id}/approve': [
    'admin/wallet-corrections',
    'should decide a proposal once under concurrent calls',
  ],
  'POST /admin/wallet-corrections/{id}/reject': [
    'admin/wallet-corrections',
    'should decide a proposal once under concurrent calls',
  ],
  'POST /admin/wallet-corrections/{id}/reverse': [
    'admin/wallet-corrections',
    'should correct once for one idempotency key, even when its record is lost',
  ],
  'POST /payments/initialize-topup': [
    'payments/topup',
    'should start one of twenty concurrent top-ups with the same reference',
  ],
  'POST /proxies/buy': [
    'proxies/purchase-http',
    'should answer fifty calls with one Idempotency-Key from one order',
  ],
  'POST /proxies/buy-datacenter': [
    'proxies/purchase-idempotency',
    'should place one order per key when it took the last address',
  ],
  'POST /user/proxies/{id}/reissue-credentials': [
    'proxies/lifecycle-http',
    'should let only the owner reissue credentials, once per Idempotency-Key',
  ],
  'POST /user/proxies/{id}/renewal': [
    'proxies/renewal',
    'should renew once for fifty concurrent requests with one key',
  ],
  'POST /user/proxies/{id}/traffic': [
    'proxies/proxies-http',
    'should renew a proxy and add traffic as the contract specifies',
  ],
};

/** Other writing calls: they move no money, or once whatever the client sends. */
const WITHOUT_KEY = [
  // One open account per customer; a check credits each transfer once.
  /^POST \/user\/naira-account(\/check)?$/,
  // One invoice per transaction; details are replaced.
  / \/user\/(invoices|billing-details)$/,
  // A switch, and a deletion.
  / \/user\/usage\/targets$/,
  // A name is taken once, and answers with passwords must not be stored to be repeated.
  / \/user\/proxies\/\{id\}\/sub-users(\/|$)/,
  // One coupon per code; an end is final.
  / \/(user\/coupons\/quote|admin\/coupons(\/\{id\}\/end)?)$/,
  / \/(auth|contact|profile|pricing|user\/(email-change|second-factor))(\/|$)/,
  / \/admin\/(analytics|audit|failed-jobs|payment-notices|profit|second-factor|supply|system)\//,
  // A change names the version that it was made to.
  / \/admin\/prices(\/|$)/,
  / \/admin\/users(\/\{id\}(\/(allowed-addresses\/\{addressId\}|end-sessions|reactivate|reset-two-factor|suspend))?)?$/,
  // A top-up or notification by its reference, a payout by the provider's reference.
  / \/payments\/webhook\/korapay$/,
  / \/payments\/\{reference\}\/cancel$/,
  / \/admin\/clearing\/import-file$/,
  / \/admin\/payments\/(reconciliations|\{id\})\/acknowledge$/,
  // Proxies that are paid for.
  / \/admin\/proxies\/\{id\}\/(connections(\/\{connection_id\})?|reissue-credentials|resume|suspend)$/,
  / \/user(\/allowed-addresses)?$/,
  // Keys and secrets are shown once: their answers must not be stored to be repeated.
  / \/user\/api-keys(\/\{id\})?$/,
  / \/user\/webhooks(\/|$)/,
  // One membership per person, one open invitation per address.
  / \/user\/team(\/|$)/,
  / \/user\/notifications\/read$/,
  / \/proxies\/update-(datacenter|residential-mobile)$/,
  / \/user\/proxies\/\{id\}\/(auto-renew|labels|resume|suspend|connections(\/settings|\/\{connection_id\})?|list-token|test|renewal\/quote|replace-address|rotate)$/,
];

const nameOf = ({ method, path }: Operation): string =>
  `${method.toUpperCase()} ${path.replace('/api/v1', '')}`;
const writes = listCommittedOperations().filter(({ method }) => method !== 'get');
const takesKey = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name === 'Idempotency-Key');

describe('calls that move money', () => {
  // spec: M10.8
  it('should take an idempotency key and be listed with a test', () => {
    expect(Object.keys(REPEATED).sort()).toEqual(writes.filter(takesKey).map(nameOf).sort());
  });

  // spec: M10.8
  it('should be told from the other writing calls', () => {
    const unknown = writes
      .filter((operation) => !takesKey(operation))
      .map(nameOf)
      .filter((name) => !WITHOUT_KEY.some((calls) => calls.test(name)));
    expect(unknown).toEqual([]);
  });

  // spec: M10.8
  it.each(Object.entries(REPEATED))('%s should have its test', (_name, [file, title]) => {
    const source = readFileSync(inRepo('test/medium', `${file}.medium-spec.ts`), 'utf8');
    expect(source).toContain(`it('${title}', async`);
  });
});
