import { MAX_TRAFFIC_GB, RANDOM_LOCATION } from './catalog.types';
import { nameCountry } from '../common/country';
import { DomainError, invalidFields, refusalsOf } from '../common/errors/domain-error';

export const refuse = refusalsOf({
  not_found: {
    GATEWAY_NOT_FOUND: 'This gateway has not reported for 30 days.',
    EXIT_NOT_FOUND: 'We couldn’t find that exit.',
    UNIT_NOT_FOUND: 'We couldn’t find that unit of stock.',
    SCHEDULED_PRICES_NOT_FOUND: 'These prices have begun or were cancelled.',
    BLOCK_NOT_FOUND: 'This target is no longer blocked.',
    NETWORK_NOT_FOUND: 'This network no longer exists.',
    PROVIDER_NOT_FOUND: 'This provider no longer exists.',
    PURCHASE_NOT_FOUND: 'We couldn’t find that purchase.',
  },
  conflict: {
    EXIT_MOVE_RUNS: 'The customers of this exit are being moved already.',
    EXIT_WITHOUT_CUSTOMERS: 'No proxy in use has an address of this exit.',
    UNIT_NOT_SOLD: 'No proxy in use has this address.',
    BLOCK_EXISTS: 'This target is already blocked like this.',
    NETWORK_EXISTS: 'Another network has this name.',
    PROVIDER_EXISTS: 'Another provider has this name.',
    PROVIDER_IN_USE:
      'Purchases, units of stock or networks belong to this provider. Disable it instead.',
    PROVIDER_DISABLED: 'This provider is disabled. Enable it first.',
    PURCHASE_PENDING:
      'Another purchase at this provider has no known outcome yet. Nothing was bought.',
    UNIT_WITHOUT_PROVIDER: 'This unit was not bought through a provider that is connected.',
  },
});

export const toDays = (minutes: number) => minutes / (24 * 60);

export const trafficNotSold = (packages: readonly number[]): DomainError =>
  invalidFields({
    traffic_limit_mb: [
      packages.length === 0
        ? 'No traffic is on sale in this location. Choose another one.'
        : `Choose from ${Math.min(...packages)} to ${Math.max(MAX_TRAFFIC_GB, ...packages)} GB.`,
    ],
  });

export const unknownCountry = (): DomainError =>
  invalidFields({ country_id: ['We have no datacenter in this country.'] });

export const unknownPeriod = (minutes: number): DomainError =>
  invalidFields({ duration_minutes: [`There is no price for ${toDays(minutes)} days.`] });

export const locationNotOffered = (field: 'region' | 'city' | 'isp'): DomainError =>
  invalidFields({
    [field]: [`This ${field === 'isp' ? 'ISP' : field} is not available. Choose another.`],
  });

/** Named, as it may be one of several. */
export function countryNotOffered(code: string): DomainError {
  const name = code === RANDOM_LOCATION ? 'A random country' : nameCountry(code);
  return invalidFields({ country: [`${name} is not available. Choose another country.`] });
}

export const countryRequired = (field: 'region' | 'city'): DomainError =>
  invalidFields({ [field]: [`Choose a country before a ${field}.`] });

/** @param until when the proxy ends. */
export const noReplacement = (country: string, until: Date): DomainError =>
  new DomainError(
    'conflict',
    'NO_REPLACEMENT',
    `No free address in ${country} lasts until ${until.toISOString().slice(0, 10)}, when the proxy ends. Import one first.`,
  );

/** @param left free addresses in the country at the time of the attempt. */
export const outOfStock = (country: string, left: number): DomainError =>
  new DomainError(
    'conflict',
    'OUT_OF_STOCK',
    left > 0
      ? `Only ${left} ${left === 1 ? 'address is' : 'addresses are'} left in ${country}. You were not charged.`
      : `No addresses are left in ${country} at the moment. You were not charged.`,
    { available: left },
  );

export const pricesChanged = (author: string, when: string): DomainError =>
  new DomainError(
    'conflict',
    'PRICES_CHANGED',
    `${author} changed the prices on ${when}. Nothing was saved: load them and make your change again.`,
  );

/** @param names the packages and periods that would be sold below their cost. */
export const pricesBelowCost = (names: readonly string[]): DomainError =>
  new DomainError(
    'conflict',
    'PRICE_BELOW_COST',
    `${names.length === 1 ? 'One price is' : `${names.length} prices are`} below cost. Confirm that it is meant.`,
    { prices: names },
  );

export const invalidPrices = (problems: Record<string, string[]>): DomainError =>
  invalidFields(
    Object.fromEntries(
      Object.entries(problems).map(([path, sentences]) => [`prices.${path}`, sentences]),
    ),
  );

export const unknownCustomers = (
  customers: readonly { readonly user_id: number }[],
  ids: readonly number[],
): DomainError =>
  invalidPrices(
    Object.fromEntries(
      customers.flatMap(({ user_id: id }, index) =>
        ids.includes(id) ? [[`customers.${index}.user_id`, [`There is no customer ${id}`]]] : [],
      ),
    ),
  );

export const pastStart = (): DomainError =>
  invalidFields({ effective_at: ['Choose a time in the future, within two years'] });

export const unreadableCsv = (mistakes: readonly string[]): DomainError =>
  invalidFields({ text: mistakes.slice(0, 20) });

export const tooManyTargetBlocks = (most: number): DomainError =>
  new DomainError(
    'conflict',
    'TOO_MANY_BLOCKS',
    `At most ${most.toLocaleString('en-NG')} targets can be blocked. Remove some first, or block a range.`,
  );

export const tooManyNetworks = (most: number): DomainError =>
  new DomainError(
    'conflict',
    'TOO_MANY_NETWORKS',
    `There are ${most.toLocaleString('en-NG')} networks at most. Remove one first.`,
  );

export const providerCannot = (what: string): DomainError =>
  new DomainError('conflict', 'PROVIDER_CANNOT', `The API of this provider cannot ${what}.`);

/** @param reason a sentence about the provider. */
export const providerRefused = (reason: string): DomainError =>
  new DomainError('upstream_failed', 'PROVIDER_REFUSED', `The provider failed. ${reason}`);

/** @param shortest minutes of the shortest period on sale. */
export const periodTooShort = (shortest: number): DomainError =>
  invalidFields({
    period: [
      `Choose a period longer than ${toDays(shortest)} days. The shop sells addresses for ${toDays(shortest)} days or more, and an address must last longer than its sale.`,
    ],
  });

/** @param now the price in US dollars, as text. */
export const priceChanged = (now: string): DomainError =>
  new DomainError(
    'conflict',
    'PRICE_CHANGED',
    `The price is $${now} now. Nothing was bought: look at the new price first.`,
  );

/** @param left of the budget in US dollars, as text. */
export const budgetExceeded = (left: string): DomainError =>
  new DomainError(
    'conflict',
    'BUDGET_EXCEEDED',
    `Only $${left} is left of this month’s budget. Nothing was bought.`,
  );

/** @param left US dollars, as text. */
export const dailyLimitReached = (left: string): DomainError =>
  new DomainError(
    'conflict',
    'DAILY_LIMIT_REACHED',
    `Only $${left} is left of today’s limit of automatic purchases. It is 0 again at midnight in UTC, or raise the limit.`,
  );

export const purchaseNotDecidable = (hours: number): DomainError =>
  new DomainError(
    'conflict',
    'PURCHASE_NOT_DECIDABLE',
    `Only a purchase of unknown outcome that no listing has shown for ${hours} hours can be decided.`,
  );
