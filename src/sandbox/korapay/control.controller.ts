import { Body, Delete, Get, Param, Post, UseInterceptors } from '@nestjs/common';
import { SandboxController } from '../sandbox-controller.decorator';
import { toVerifyView } from './charge-views';
import { ChargesService } from './charges.service';
import { CheckoutService } from './checkout.controller';
import { FaultInjection, parseFault } from './fault-injection';
import { isCheckoutOutcome } from './korapay.entity';
import { type SimulatedResponse, SimulatedResponses } from './korapay-responses';
import { PayoutsService } from './payouts.service';
import { WebhookSender } from './webhook-sender';

const refuse = (status: number, message: string): SimulatedResponse => ({
  ...{ status, body: { message } },
});

/**
 * For tests and demonstrations: injects faults into the simulator and completes charges without a browser.
 * `POST {route: initialize|find|webhook|refund|find-refund|pay-ins|payouts|payout-items|balances, reference?, times?, …behaviour}`,
 * see `Behaviour`.
 */
@SandboxController('korapay/control')
@UseInterceptors(SimulatedResponses)
export class ControlController {
  constructor(
    private readonly faults: FaultInjection,
    private readonly charges: ChargesService,
    private readonly webhooks: WebhookSender,
    private readonly checkout: CheckoutService,
    private readonly payouts: PayoutsService,
  ) {}

  @Post()
  async addFault(@Body() body: unknown): Promise<SimulatedResponse> {
    const fault = parseFault(body);
    if (!fault) return refuse(422, 'Unknown route');
    await this.faults.add(fault);
    return { status: 201, body: fault };
  }

  @Get()
  async listFaults(): Promise<SimulatedResponse> {
    return { status: 200, body: await this.faults.list() };
  }

  @Delete()
  async clearFaults(): Promise<SimulatedResponse> {
    await this.faults.clear();
    return { status: 200, body: { cleared: true } };
  }

  /** Pays out everything that Korapay owes. */
  @Post('payouts')
  async payOut(): Promise<SimulatedResponse> {
    const payout = await this.payouts.payOut();
    return payout ? { status: 201, body: payout } : refuse(409, 'Nothing to pay out');
  }

  /** The settlements, as the dashboard's download. */
  @Get('payouts.csv')
  async exportPayouts(): Promise<SimulatedResponse> {
    return {
      status: 200,
      text: await this.payouts.exportFile(),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="settlements.csv"',
      },
    };
  }

  @Get('charges/:reference')
  async inspectCharge(@Param('reference') reference: string): Promise<SimulatedResponse> {
    const charge = await this.charges.findOne({ reference });
    if (!charge) return refuse(404, 'No such charge');
    return {
      status: 200,
      body: {
        charge: toVerifyView(charge),
        checkout_url: this.charges.checkoutUrl(charge.id),
        customer: charge.customer,
        redirect_url: charge.redirectUrl,
        notification_url: charge.notificationUrl,
        webhooks: await this.webhooks.listByReference(reference),
      },
    };
  }

  @Post('charges/:reference')
  async payCharge(
    @Param('reference') reference: string,
    @Body() body: unknown,
  ): Promise<SimulatedResponse> {
    const { outcome } = (body ?? {}) as { outcome?: unknown };
    if (!isCheckoutOutcome(outcome)) return refuse(422, 'Unknown outcome');
    const charge = await this.charges.findOne({ reference });
    if (!charge) return refuse(404, 'No such charge');
    await this.checkout.complete(charge.id, outcome);
    return this.inspectCharge(reference);
  }
}
