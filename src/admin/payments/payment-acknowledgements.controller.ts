import { Body, Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { CurrentActor } from '../../common/security/access.decorators';
import { PaymentAcknowledgementService } from '../../payments/acknowledgements/payment-acknowledgement.service';
import { StaffAction } from '../staff-action.decorator';
import { AcknowledgeDifferenceDto, AcknowledgePaymentDto } from './payments.dto';

const NOTHING = '`NOTHING_TO_ACKNOWLEDGE`: it is resolved, or acknowledged before.';

@ApiTags('Admin payments')
@Controller('admin/payments')
export class PaymentAcknowledgementsController {
  constructor(private readonly acknowledgements: PaymentAcknowledgementService) {}

  /** Ends the alert about a difference of the latest comparison; it is not repeated in later ones. */
  @StaffAction('reconciliations/acknowledge', { 409: NOTHING })
  async acknowledgeDifference(
    @CurrentActor() actor: Actor,
    @Body() { kind, reference, reason }: AcknowledgeDifferenceDto,
  ): Promise<MessageResponse> {
    await this.acknowledgements.acknowledgeDifference(actor, { kind, reference }, reason);
    return message('The difference was acknowledged.');
  }

  /** Ends the alert about the disputes or failed card refunds of a payment; later ones are told again. */
  @StaffAction(':id/acknowledge', { 404: 'No card payment has this id.', 409: NOTHING })
  async acknowledgePayment(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { kind, reason }: AcknowledgePaymentDto,
  ): Promise<MessageResponse> {
    await this.acknowledgements.acknowledge(actor, id, kind, reason);
    return message('The alert was acknowledged.');
  }
}
