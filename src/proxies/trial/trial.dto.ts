import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IfGiven } from '../../common/http/fields';
import { PurchaseData } from '../orders/orders.dto';
import { CountryCode } from '../proxies.dto';
import { PROTOCOLS, type Protocol } from '../proxy.types';

/** Why there is no trial: the codes of the claim that is refused. */
const TRIAL_REASONS = [
  ...['TRIAL_OFF', 'TRIAL_USED', 'TRIAL_EMAIL_NOT_VERIFIED'],
  ...['TRIAL_EMAIL_REFUSED', 'TRIAL_LIMIT_REACHED'],
];

export class TrialData {
  /** Whether you can take the trial now. */
  available: boolean;
  /** Traffic of the trial, MB of 2^20 bytes; 0 while there is none. @example 100 */
  megabytes: number;
  /** Why it is not available: the code that a claim is refused with; null when it is. */
  @ApiProperty({ enum: TRIAL_REASONS, enumName: 'TrialReason', nullable: true, type: String })
  reason: string | null;
  /** Whether you have ever paid for a proxy. */
  has_bought: boolean;
}

export class ClaimTrialDto {
  /** Country code from `GET /pool/countries?connection_type=residential`; left out or `zz` for any. @example ng */
  @IfGiven()
  @CountryCode()
  country?: string;

  /** `http` when left out. @example http */
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol', required: false })
  @IfGiven()
  @IsIn(PROTOCOLS, { message: 'Choose a protocol: http or socks5.' })
  protocol?: Protocol;
}

export class ClaimedTrialData extends PickType(PurchaseData, [
  'order_id',
  'order_status',
  'proxies',
]) {}
