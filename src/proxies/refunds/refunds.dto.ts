import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Min } from 'class-validator';

const AMOUNT = { message: 'expected_total is the amount you were shown, in whole naira.' };

export class RefundProxyDto {
  /**
   * The `amount` that you were shown, in whole naira. If it differs by now, nothing is refunded and the answer is 409
   * `REFUND_CHANGED`. @example 3840
   */
  @ApiProperty({ type: 'integer', minimum: 1 })
  @IsInt(AMOUNT)
  @Min(1, AMOUNT)
  expected_total: number;
}

export class ProxyRefundData {
  /** Whether `POST` refunds it. */
  eligible: boolean;
  /** Whole naira that go into the wallet; 0 when it is not eligible. @example 3840 */
  amount: number;
  /** Whether the proxy ends. A refund of a renewal or of added traffic takes back only what that gave. @example true */
  ends_proxy: boolean;
  /** Why nothing is refunded, as a sentence. */
  @ApiProperty({ type: 'string', nullable: true, example: null })
  reason: string | null;
  /** The end of the refund window; null when it is not eligible. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  until: Date | null;
}

export class RefundedProxyData {
  /** Of the credit on your statement. */
  transaction_id: number;
  /** Whole naira. @example 3840 */
  refunded: number;
}
