import { DomainError } from '../common/errors/domain-error';

export const targetBlockNotFound = (): DomainError =>
  new DomainError('not_found', 'BLOCK_NOT_FOUND', 'This target is no longer blocked.');

export const targetBlockExists = (): DomainError =>
  new DomainError('conflict', 'BLOCK_EXISTS', 'This target is already blocked like this.');

export const tooManyTargetBlocks = (most: number): DomainError =>
  new DomainError(
    'conflict',
    'TOO_MANY_BLOCKS',
    `At most ${most.toLocaleString('en-NG')} targets can be blocked. Remove some first, or block a range.`,
  );

export const networkNotFound = (): DomainError =>
  new DomainError('not_found', 'NETWORK_NOT_FOUND', 'This network no longer exists.');

export const networkExists = (): DomainError =>
  new DomainError('conflict', 'NETWORK_EXISTS', 'Another network has this name.');

export const tooManyNetworks = (most: number): DomainError =>
  new DomainError(
    'conflict',
    'TOO_MANY_NETWORKS',
    `There are ${most.toLocaleString('en-NG')} networks at most. Remove one first.`,
  );

export const providerNotFound = (): DomainError =>
  new DomainError('not_found', 'PROVIDER_NOT_FOUND', 'This provider no longer exists.');

export const providerExists = (): DomainError =>
  new DomainError('conflict', 'PROVIDER_EXISTS', 'Another provider has this name.');

export const providerInUse = (): DomainError =>
  new DomainError(
    'conflict',
    'PROVIDER_IN_USE',
    'Purchases, units of stock or networks belong to this provider. Disable it instead.',
  );

export const providerDisabled = (): DomainError =>
  new DomainError('conflict', 'PROVIDER_DISABLED', 'This provider is disabled. Enable it first.');

export const providerCannot = (what: string): DomainError =>
  new DomainError('conflict', 'PROVIDER_CANNOT', `The API of this provider cannot ${what}.`);

/** @param reason a sentence about the provider. */
export const providerRefused = (reason: string): DomainError =>
  new DomainError('upstream_failed', 'PROVIDER_REFUSED', `The provider failed. ${reason}`);

export const purchasePending = (): DomainError =>
  new DomainError(
    'conflict',
    'PURCHASE_PENDING',
    'Another purchase at this provider has no known outcome yet. Nothing was bought.',
  );

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

export const purchaseNotFound = (): DomainError =>
  new DomainError('not_found', 'PURCHASE_NOT_FOUND', 'We couldn’t find that purchase.');

export const purchaseNotDecidable = (hours: number): DomainError =>
  new DomainError(
    'conflict',
    'PURCHASE_NOT_DECIDABLE',
    `Only a purchase of unknown outcome that no listing has shown for ${hours} hours can be decided.`,
  );

export const unitWithoutProvider = (): DomainError =>
  new DomainError(
    'conflict',
    'UNIT_WITHOUT_PROVIDER',
    'This unit was not bought through a provider that is connected.',
  );
