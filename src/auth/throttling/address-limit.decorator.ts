import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiTooManyRequestsResponse } from '@nestjs/swagger';
import { ErrorResponse } from '../../common/http/envelope.response';

export const ADDRESS_LIMIT_KEY = 'address-limit';

export interface AddressLimit {
  /** Routes of one group are counted together. */
  readonly group: string;
  readonly perMinute: number;
}

/**
 * Bounds how often one network address may call. Lenient, since offices and mobile carriers put
 * many people behind one address; the strict limits are those per account.
 */
export const LimitPerAddress = (group: string, perMinute: number) =>
  applyDecorators(
    SetMetadata(ADDRESS_LIMIT_KEY, { group, perMinute } satisfies AddressLimit),
    ApiTooManyRequestsResponse({
      type: ErrorResponse,
      description: 'Too often; `Retry-After` tells the seconds to wait.',
    }),
  );

/** Calls a minute from one address, by what they are for. */
export const REGISTRATIONS_PER_ADDRESS = 60;
export const SIGN_INS_PER_ADDRESS = 120;
export const CODES_PER_ADDRESS = 60;
