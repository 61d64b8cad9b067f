import { Controller, Headers, HttpCode, Post, Req, type RawBodyRequest } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { ApiErrors } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { ClientInfo } from '../../common/security/actor';
import { Public, CurrentClient } from '../../common/security/access.decorators';
import { PaymentWebhookService } from './payment-webhook.service';

@ApiTags('Payments')
@Controller('payments/webhook')
export class PaymentWebhookController {
  constructor(private readonly webhooks: PaymentWebhookService) {}

  /**
   * Webhook of Korapay. The notification itself is not trusted: the charge is fetched from Korapay before
   * anything is credited. Duplicates return 200 and have no effect.
   */
  @Post('korapay')
  @HttpCode(200)
  @Public()
  // The provider calls from few addresses, and a forged call costs us one hash.
  @SkipThrottle({ caller: true })
  @ApiHeader({
    name: 'x-korapay-signature',
    required: true,
    description: 'Hex HMAC-SHA256 of the JSON of `data`, keyed with the secret key.',
  })
  @ApiBody({ schema: { type: 'object', additionalProperties: true } })
  @ApiErrors({ 401: 'The signature is missing or invalid.', 413: 'The body exceeds 64 KiB.' })
  async receiveKorapayWebhook(
    @CurrentClient() client: ClientInfo,
    @Req() request: RawBodyRequest<FastifyRequest>,
    @Headers('x-korapay-signature') signature?: string,
  ): Promise<MessageResponse> {
    await this.webhooks.receive(client, request.rawBody, signature);
    return message('Received');
  }
}
