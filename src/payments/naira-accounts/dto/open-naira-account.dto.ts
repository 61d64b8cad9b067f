import { Matches, ValidateIf } from 'class-validator';
import { PlainDigits } from '../../../common/http/fields';

const DIGITS = /^\d{11}$/;

/** One of the two; it is passed on to the bank and not stored. */
export class OpenNairaAccountDto {
  /** Bank Verification Number: 11 digits. @example 22222222222 */
  @ValidateIf(({ bvn, nin }: OpenNairaAccountDto) => bvn !== undefined || nin === undefined)
  @PlainDigits()
  @Matches(DIGITS, { message: 'A BVN has 11 digits' })
  bvn?: string;

  /** National Identification Number: 11 digits. */
  @ValidateIf(({ nin }: OpenNairaAccountDto) => nin !== undefined)
  @PlainDigits()
  @Matches(DIGITS, { message: 'A NIN has 11 digits' })
  nin?: string;
}
