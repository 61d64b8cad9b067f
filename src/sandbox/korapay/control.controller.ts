import { Body, Delete, Get, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SandboxController } from '../sandbox-controller.decorator';
import { send } from './korapay-responses';
import { ChargesService } from './charges.service';
import { isCheckoutOutcome } from './korapay.entity';
import { toVerifyView } from './charge-views';
import { CheckoutService } from './checkout.controller';
import { parseFault, FaultInjectionRepository } from './fault-injection';
import { PayoutsService } from './payouts.service';
import { WebhookRepository } from './webhook-sender';

/**
 * For tests and demonstrations: injects faults into the simulator and completes charges without a browser.
 * `POST {route: initialize|find|webhook|refund|find-refund|pay-ins|payouts|payout-items|balances, reference?, times?, …behaviour}`,
 * see `Behaviour`.
 */
@SandboxController('korapay/control')
export class ControlController {
  constructor(
    private readonly faults: FaultInjectionRepository,
    private readonly webhooks: WebhookRepository,
    private readonly charges: ChargesService,
    private readonly checkout: CheckoutService,
    private readonly payouts: PayoutsService,
  ) {}

  @Post()
  async addFault(@Body() body: unknown, @Res() reply: FastifyReply): Promise<void> {
    const fault = parseFault(body);
    if (!fault) return send(reply, { status: 422, body: { message: 'Unknown route' } });
    await this.faults.add(fault);
    await send(reply, { status: 201, body: fault });
  }

  @Get()
  async listFaults(): Promise<unknown[]> {
    return this.faults.list();
  }

  @Delete()
  async clearFaults(): Promise<{ cleared: boolean }> {
    await this.faults.clear();
    return { cleared: true };
  }

  /** Pays out everything that Korapay owes. */
  @Post('payouts')
  async payOut(@Res() reply: FastifyReply): Promise<void> {
    const payout = await this.payouts.payOut();
    if (!payout) return send(reply, { status: 409, body: { message: 'Nothing to pay out' } });
    await send(reply, { status: 201, body: payout });
  }

  /** The settlements, as the dashboard's download. */
  @Get('payouts.csv')
  async exportPayouts(@Res() reply: FastifyReply): Promise<void> {
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="settlements.csv"',
      })
      .send(await this.payouts.exportFile());
  }

  @Get('charges/:reference')
  async inspectCharge(
    @Param('reference') reference: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const charge = await this.charges.findByReference(reference);
    if (!charge) return send(reply, { status: 404, body: { message: 'No such charge' } });
    await send(reply, {
      status: 200,
      body: {
        charge: toVerifyView(charge),
        checkout_url: this.charges.checkoutUrl(charge.id),
        customer: charge.customer,
        redirect_url: charge.redirectUrl,
        notification_url: charge.notificationUrl,
        webhooks: await this.webhooks.listByReference(reference),
      },
    });
  }

  @Post('charges/:reference')
  async payCharge(
    @Param('reference') reference: string,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { outcome } = (body ?? {}) as { outcome?: unknown };
    if (!isCheckoutOutcome(outcome))
      return send(reply, { status: 422, body: { message: 'Unknown outcome' } });
    const charge = await this.charges.findByReference(reference);
    if (!charge) return send(reply, { status: 404, body: { message: 'No such charge' } });
    await this.checkout.complete(charge.id, outcome);
    await this.inspectCharge(reference, reply);
  }
}
