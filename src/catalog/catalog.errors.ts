import { DomainError, invalidFields } from '../common/errors/domain-error';

const toDays = (minutes: number) => minutes / (24 * 60);

export const unknownPackage = (gigabytes: number, offered: number[]): DomainError =>
  invalidFields({
    traffic_limit_mb: [
      `There is no package of ${gigabytes} GB. Choose one of ${offered.join(', ')} GB.`,
    ],
  });

export const unknownCountry = (): DomainError =>
  invalidFields({ country_id: ['We have no datacenter in this country.'] });

export const unknownPeriod = (minutes: number): DomainError =>
  invalidFields({ duration_minutes: [`There is no price for ${toDays(minutes)} days.`] });

export const locationNotOffered = (field: 'country' | 'region' | 'city' | 'isp'): DomainError =>
  invalidFields({
    [field]: [`This ${field === 'isp' ? 'ISP' : field} is not available. Choose another.`],
  });

export const countryRequired = (field: 'region' | 'city'): DomainError =>
  invalidFields({ [field]: [`Choose a country before a ${field}.`] });

export const exitNotFound = (): DomainError =>
  new DomainError('not_found', 'EXIT_NOT_FOUND', 'We couldn’t find that exit.');

export const unitNotFound = (): DomainError =>
  new DomainError('not_found', 'UNIT_NOT_FOUND', 'We couldn’t find that unit of stock.');

export const unitNotSold = (): DomainError =>
  new DomainError('conflict', 'UNIT_NOT_SOLD', 'No proxy in use has this address.');

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
