import { Body, Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse, ReasonDto } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { StaffAction } from '../../common/http/staff-action.decorator';
import { CurrentActor } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { PaymentWebhookService } from './payment-webhook.service';

const NONE = '`NO_PARKED_NOTICES`: none is parked any more.';
const NOT_PARKED = '`NO_PARKED_NOTICES`: it is not parked any more.';

@ApiTags('Admin payments')
@Controller('admin/payment-notices')
export class ParkedNoticesController {
  constructor(private readonly notices: PaymentWebhookService) {}

  /** Has a worker try all parked notifications of the card provider again. */
  @StaffAction('payments.manage', 'retry', { 409: NONE })
  async retryParkedNotices(
    @CurrentActor() actor: Actor,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.notices.handleParked(actor, 'retry', reason);
    return message('The notifications are tried again.');
  }

  /** Closes all parked notifications of the card provider without a result, which ends their alert. */
  @StaffAction('payments.manage', 'dismiss', { 409: NONE })
  async dismissParkedNotices(
    @CurrentActor() actor: Actor,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.notices.handleParked(actor, 'dismiss', reason);
    return message('The notifications are dismissed.');
  }

  /** Has a worker try one parked notification again. */
  @StaffAction('payments.manage', ':id/retry', { 409: NOT_PARKED })
  async retryParkedNotice(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.notices.handleParked(actor, 'retry', reason, id);
    return message('The notification is tried again.');
  }

  /** Closes one parked notification without a result. */
  @StaffAction('payments.manage', ':id/dismiss', { 409: NOT_PARKED })
  async dismissParkedNotice(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.notices.handleParked(actor, 'dismiss', reason, id);
    return message('The notification is dismissed.');
  }
}
