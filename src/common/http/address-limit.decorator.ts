import { applyDecorators, SetMetadata } from '@nestjs/common';
import { MINUTE } from '../time/clock';
import { ApiErrors } from './api-errors.decorator';

export const ADDRESS_LIMIT_KEY = 'address-limit';

export interface AddressLimit {
  /** Routes of one group are counted together. */
  readonly group: string;
  readonly calls: number;
  /** Milliseconds they are counted over. */
  readonly over: number;
}

/**
 * Bounds how often one network address may call, in a minute unless told otherwise. Lenient where
 * people sign in, since offices and mobile carriers put many people behind one address; the strict
 * limits there are those per account.
 * @param over milliseconds that the calls are counted over.
 */
export const LimitPerAddress = (group: string, calls: number, over = MINUTE) =>
  applyDecorators(
    SetMetadata(ADDRESS_LIMIT_KEY, { group, calls, over } satisfies AddressLimit),
    ApiErrors({ 429: 'Too often; `Retry-After` tells the seconds to wait.' }),
  );
