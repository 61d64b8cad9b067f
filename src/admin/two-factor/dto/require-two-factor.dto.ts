import { IsBoolean } from 'class-validator';

export class RequireTwoFactorDto {
  /** Whether staff need two-factor authentication. @example true */
  @IsBoolean({ message: 'Must be true or false' })
  required: boolean;
}
