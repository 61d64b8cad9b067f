import { type DomainError, invalidFields } from '../../common/errors/domain-error';
import { MAX_PROFIT_DAYS } from './profit.types';

export const endsBeforeStart = (): DomainError =>
  invalidFields({ to: ['The end date must not be before the start date.'] });

export const periodTooLong = (): DomainError =>
  invalidFields({ to: [`The period can have ${MAX_PROFIT_DAYS} days at most.`] });
