import { ApiProperty } from '@nestjs/swagger';
import { NAIRA_ACCOUNT_STATUSES, type NairaAccountStatus } from './naira-account.entity';
import { Matches, ValidateIf } from 'class-validator';
import { PlainDigits } from '../../common/http/fields';

export class NairaAccountDetails {
  /** `requested`: the bank has not answered yet. `refused`: it made none, and another can be asked for. */
  @ApiProperty({ enum: NAIRA_ACCOUNT_STATUSES, enumName: 'NairaAccountStatus' })
  status: NairaAccountStatus;
  /** Ten digits; null unless it is active. @example 1234567890 */
  number: string | null;
  /** As transfers show it. */
  account_name: string | null;
  bank_name: string | null;
  /** Why it was refused. */
  reason: string | null;
}

export class NairaAccountData {
  /** Whether a naira account can be asked for. */
  offered: boolean;
  account: NairaAccountDetails | null;
}

export class CheckedTransfersData {
  /** Transfers that were credited by this call. */
  credited: number;
  /** Whole naira. */
  amount: number;
}

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
