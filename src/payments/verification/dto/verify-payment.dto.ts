import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

const MISSING = { message: 'No payment reference found' };

export class VerifyPaymentQuery {
  /** Reference of one of your top-ups. @example TOPUP1763600000000AB12CD */
  @MaxLength(200, MISSING)
  @IsString(MISSING)
  @IsNotEmpty(MISSING)
  reference: string;
}
