import { Transform } from 'class-transformer';
import { IsString, Matches, MaxLength } from 'class-validator';
import { trim } from '../../common/http/fields';
import { NAME, NAME_MAX } from '../user-account';

export class UpdateNameDto {
  /** 1 to 100 characters; surrounding spaces are removed. @example Ada Obi */
  @Transform(trim)
  @MaxLength(NAME_MAX, { message: `Name must be at most ${NAME_MAX} characters long` })
  @Matches(NAME, { message: 'Please enter your name' })
  @IsString({ message: 'Please enter your name' })
  name: string;
}
