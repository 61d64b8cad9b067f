import { Matches } from 'class-validator';
import { EmailDto } from '../../dto/email.dto';

export class ResetCodeDto extends EmailDto {
  /** The six digits from the mail. @example 493021 */
  @Matches(/^[0-9]{6}$/, { message: 'Please enter the complete 6-digit code' })
  token: string;
}
