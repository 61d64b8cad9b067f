import { listCommittedOperations, type Operation } from '../support/openapi-document';

/** Calls that move money once per key. */
const WITH_KEY = [
  'POST /admin/compensations',
  'POST /admin/orders/{id}/partial-refund',
  'POST /admin/orders/{id}/refund',
  'POST /admin/payments/{id}/accept',
  'POST /admin/payments/{id}/chargeback',
  'POST /admin/payments/{id}/chargebacks/{chargeback_id}/win',
  'POST /admin/payments/{id}/recheck',
  'POST /admin/payments/{id}/refund',
  'POST /admin/payments/{id}/reject',
  'POST /admin/supply/providers/{id}/purchases',
  'POST /admin/supply/stock/{id}/prolong',
  'POST /admin/transactions/{id}/reverse-funding',
  'POST /admin/users/{id}/fund-wallet',
  'POST /admin/users/{id}/wallet-corrections',
  'POST /admin/wallet-corrections/{id}/approve',
  'POST /admin/wallet-corrections/{id}/reject',
  'POST /admin/wallet-corrections/{id}/reverse',
  'POST /payments/initialize-topup',
  'POST /proxies/buy',
  'POST /proxies/buy-datacenter',
  'POST /user/proxies/{id}/place',
  'POST /user/proxies/{id}/refund',
  'POST /user/proxies/{id}/reissue-credentials',
  'POST /user/proxies/{id}/renewal',
  'POST /user/proxies/{id}/traffic',
  'POST /user/trial',
];

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
  / \/(auth|contact|profile|pricing|user\/(email-change|second-factor|security))(\/|$)/,
  / \/admin\/(analytics|audit|failed-jobs|gateways|jobs|mails|payment-notices|profit|reports|second-factor|supply|system)\//,
  // Counts only.
  / \/admin\/compensations\/preview$/,
  // A file that changes nothing.
  / \/admin\/(orders|proxies\/all|transactions\/all|users)\/export$/,
  // One account per address, one role per name; a mail is sent once a call, which ends the link before.
  / \/admin\/(roles|staff)(\/|$)/,
  // A change names the version that it was made to.
  / \/admin\/prices(\/|$)/,
  / \/admin\/users(\/\{id\}(\/(allowed-addresses\/\{addressId\}|end-sessions|reactivate|reset-two-factor|suspend))?)?$/,
  // A check credits each transfer once; a second note or mail is seen and harmless.
  / \/admin\/users\/\{id\}\/(mails\/\{mailId\}\/resend|naira-account\/check|notes(\/\{noteId\})?|sessions\/\{sessionId\}|view)$/,
  // A stopped proposal stays stopped.
  / \/admin\/approvals\/stop$/,
  // A top-up or notification by its reference, a payout by the provider's reference.
  / \/payments\/webhook\/korapay$/,
  / \/payments\/\{reference\}\/cancel$/,
  / \/admin\/clearing\/import-file$/,
  / \/admin\/payments\/(reconciliations|\{id\})\/acknowledge$/,
  // Proxies that are paid for.
  / \/admin\/proxies\/\{id\}\/(connections(\/\{connection_id\})?|reissue-credentials|resume|suspend|test)$/,
  / \/user(\/allowed-addresses)?$/,
  // Keys and secrets are shown once: their answers must not be stored to be repeated.
  / \/user\/api-keys(\/\{id\})?$/,
  / \/user\/webhooks(\/|$)/,
  // Messages, which everybody can see twice.
  / \/(admin\/)?(tickets|canned-replies|announcements|incidents)(\/|$)/,
  // One membership per person, one open invitation per address.
  / \/user\/team(\/|$)/,
  / \/user\/notifications\/read$/,
  / \/proxies\/update-(datacenter|residential-mobile)$/,
  / \/user\/proxies\/\{id\}\/(auto-renew|labels|resume|suspend|connections(\/settings|\/\{connection_id\})?|list-token|test|(renewal|place)\/quote|replacement|rotate)$/,
];

const nameOf = ({ method, path }: Operation): string =>
  `${method.toUpperCase()} ${path.replace('/api/v1', '')}`;
const writes = listCommittedOperations().filter(({ method }) => method !== 'get');
const takesKey = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name === 'Idempotency-Key');

describe('calls that move money', () => {
  it('should be those that take an idempotency key', () => {
    expect([...WITH_KEY].sort()).toEqual(writes.filter(takesKey).map(nameOf).sort());
  });

  it('should be told from the other writing calls', () => {
    const unknown = writes
      .filter((operation) => !takesKey(operation))
      .map(nameOf)
      .filter((name) => !WITHOUT_KEY.some((calls) => calls.test(name)));
    expect(unknown).toEqual([]);
  });
});
