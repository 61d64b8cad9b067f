import { IsOptional, IsString, MaxLength } from 'class-validator';
import { PlainText } from '../../../common/http/fields';

export class GoogleRedirectQuery {
  /** The code of an invitation link, for an account that is opened. @example 7KQ2M9XA */
  @IsOptional()
  @PlainText()
  @MaxLength(40)
  @IsString()
  ref?: string;
}
