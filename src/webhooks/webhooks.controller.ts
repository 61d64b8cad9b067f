import { Envelope, ApiErrors, RateLimit } from '../common/http/api.decorators';
import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../common/http/common.dto';
import { ParseIdPipe } from '../common/http/request.pipes';
import type { Actor } from '../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnerOnly,
  CurrentActor,
} from '../common/security/access.decorators';
import {
  CreateWebhookDto,
  UpdateWebhookDto,
  WebhookDeliveryData,
  WebhookData,
  WebhookWithSecretData,
} from './webhooks.dto';
import { WebhooksService } from './webhooks.service';

/** Per minute and person; each is a request to somebody's server. */
const SENDS_PER_MINUTE = 20;

@ApiTags('Integrations')
@Controller('user/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  /** Your webhooks, newest first, without their secrets. */
  @Get()
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('read')
  @Envelope({ name: 'Webhooks', description: 'Newest first.' })
  async listWebhooks(@CurrentActor() actor: Actor): Promise<WebhookData[]> {
    return this.webhooks.list(actor);
  }

  /**
   * Registers a URL that is called with a POST about each chosen event. The header `Webhook-Signature` has a time and an
   * HMAC-SHA256 over `<time>.<body>` with the secret that is shown once. Answer with a 2xx status within 10 seconds;
   * otherwise the event is sent again after 1, 5 and 30 minutes, 2 and 6 hours. An event may arrive twice, with the same
   * id.
   */
  @Post()
  @Authenticated('user')
  @OwnerOnly()
  @Header('Cache-Control', 'no-store')
  @ApiErrors({
    409: 'TOO_MANY_WEBHOOKS: you have ten.',
    422: 'A field is missing or invalid, or the URL is not public HTTPS.',
  })
  @Envelope({ message: true })
  async createWebhook(
    @CurrentActor() actor: Actor,
    @Body() body: CreateWebhookDto,
  ): Promise<WebhookWithSecretData> {
    return this.webhooks.create(actor, body);
  }

  /** Changes the URL or events of a webhook, or switches it on or off. */
  @Put(':id')
  @Authenticated('user')
  @OwnerOnly()
  @ApiErrors({ 404: 'You have no such webhook.', 422: 'A field is invalid.' })
  @Envelope({ message: true })
  async updateWebhook(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: UpdateWebhookDto,
  ): Promise<WebhookData> {
    return this.webhooks.update(actor, id, body);
  }

  /** Removes a webhook with its log; nothing is sent to it any more. */
  @Delete(':id')
  @Authenticated('user')
  @OwnerOnly()
  @ApiErrors({ 404: 'You have no such webhook.' })
  async removeWebhook(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.webhooks.remove(actor, id);
    return message('The webhook was removed.');
  }

  /** Makes a new secret for a webhook. For 24 hours events are signed with both, each in a `v1`. */
  @Post(':id/secret')
  @HttpCode(200)
  @Authenticated('user')
  @OwnerOnly()
  @Header('Cache-Control', 'no-store')
  @ApiErrors({ 404: 'You have no such webhook.' })
  @Envelope({ message: true })
  async rotateWebhookSecret(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<WebhookWithSecretData> {
    return this.webhooks.rotateSecret(actor, id);
  }

  /** Sends an event of the type `webhook.test` to a webhook. */
  @Post(':id/test')
  @HttpCode(202)
  @Authenticated('user')
  @OwnerOnly()
  @RateLimit('webhook-send', SENDS_PER_MINUTE)
  @ApiErrors({ 404: 'You have no such webhook.', 409: 'WEBHOOK_DISABLED: it is off.' })
  async testWebhook(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.webhooks.sendTest(actor, id);
    return message('A test event is on its way.');
  }

  /** The last 50 deliveries of a webhook, newest first. */
  @Get(':id/deliveries')
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('read')
  @ApiErrors({ 404: 'You have no such webhook.' })
  @Envelope({ name: 'WebhookDeliveries', description: 'The last 50, newest first.' })
  async listWebhookDeliveries(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<WebhookDeliveryData[]> {
    return this.webhooks.listDeliveries(actor, id);
  }

  /** Sends an event again, with the same id. */
  @Post(':id/deliveries/:delivery_id/redeliver')
  @HttpCode(202)
  @Authenticated('user')
  @OwnerOnly()
  @RateLimit('webhook-send', SENDS_PER_MINUTE)
  @ApiErrors({
    404: 'You have no such webhook, or it has no such delivery.',
    409: 'WEBHOOK_DISABLED: it is off.',
  })
  async redeliverWebhook(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('delivery_id', ParseIdPipe) deliveryId: number,
  ): Promise<MessageResponse> {
    await this.webhooks.redeliver(actor, id, deliveryId);
    return message('The event is on its way.');
  }
}
