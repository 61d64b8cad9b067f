import { Matches } from 'class-validator';
import { EmailDto } from '../auth.dto';
import { PlainDigits } from '../../common/http/fields';

const DIGITS = /^[0-9]{6}$/;

export class ConfirmEmailChangeDto extends EmailDto {
  /** The six digits that were mailed to the present address. @example 493021 */
  @PlainDigits()
  @Matches(DIGITS, { message: 'Please enter the 6-digit code from your present address' })
  current_code: string;

  /** The six digits that were mailed to the new address. @example 118274 */
  @PlainDigits()
  @Matches(DIGITS, { message: 'Please enter the 6-digit code from your new address' })
  new_code: string;
}
