import { Transform } from 'class-transformer';
import { IsString, Matches, MaxLength } from 'class-validator';
import { trimmed } from '../../common/http/trimmed';
import { NAME, NAME_MAX } from '../user-account';

export class UpdateNameDto {
  /** 1 to 100 characters; spaces around it are dropped. @example Ada Obi */
  @Transform(trimmed)
  @MaxLength(NAME_MAX, { message: `Name must be at most ${NAME_MAX} characters long` })
  @Matches(NAME, { message: 'Please enter your name' })
  @IsString({ message: 'Please enter your name' })
  name: string;
}
