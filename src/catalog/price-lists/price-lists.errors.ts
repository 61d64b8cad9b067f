import { DomainError, invalidFields } from '../../common/errors/domain-error';

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

export const noScheduledPrices = (): DomainError =>
  new DomainError(
    'not_found',
    'SCHEDULED_PRICES_NOT_FOUND',
    'These prices have begun or were cancelled.',
  );
