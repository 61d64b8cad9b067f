import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import {
  DECISION_OUTCOMES,
  type DecisionOutcome,
} from '../../../proxies/decisions/order-decision.types';
import { ReasonDto } from '../../../common/http/reason.dto';

export class ProposeOrderDecisionDto extends ReasonDto {
  /** `delivered` keeps the payment; `refunded` returns it to the wallet. */
  @ApiProperty({ enum: DECISION_OUTCOMES, enumName: 'OrderDecisionOutcome' })
  @IsIn(DECISION_OUTCOMES, { message: 'Choose an outcome: delivered or refunded.' })
  outcome: DecisionOutcome;
}
