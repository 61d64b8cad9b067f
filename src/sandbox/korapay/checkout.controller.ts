import { Body, Get, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { toContentSecurityPolicy } from '../html';
import { SandboxController } from '../sandbox-controller.decorator';
import { checkoutMessagePage, checkoutPage } from './checkout.page';
import { CheckoutService, toReturnUrl } from './checkout.service';
import { isCheckoutOutcome, type SimulatedCharge } from './charge.types';

/** The page a customer pays on. */
@SandboxController('korapay/checkout')
export class CheckoutController {
  constructor(private readonly checkout: CheckoutService) {}

  @Get(':id/pay')
  async showCheckout(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const charge = await this.checkout.find(id);
    if (charge) await show(reply, 200, checkoutPage(charge), charge);
    else await show(reply, 404, notFound());
  }

  @Post(':id/pay')
  async payCheckout(
    @Param('id') id: string,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { outcome, channel } = (body ?? {}) as { outcome?: unknown; channel?: unknown };
    if (!isCheckoutOutcome(outcome))
      return show(
        reply,
        422,
        checkoutMessagePage('Unclear', 'Choose success, failed or abandoned.'),
      );
    const charge = await this.checkout.complete(id, outcome, channel);
    if (!charge) return show(reply, 404, notFound());
    const target = toReturnUrl(charge);
    if (target) await reply.redirect(target, 303);
    else await show(reply, 200, checkoutMessagePage('Done', `The payment is ${charge.status}.`));
  }
}

const notFound = () =>
  checkoutMessagePage('No such checkout', 'This checkout does not exist or is of another start.');

async function show(
  reply: FastifyReply,
  status: number,
  markup: string,
  charge?: SimulatedCharge,
): Promise<void> {
  const target = charge?.redirectUrl ? [new URL(charge.redirectUrl).origin] : [];
  await reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      // CSP form-action also applies to the redirect after a form submission.
      'content-security-policy': toContentSecurityPolicy(target),
      'cache-control': 'no-store',
    })
    .send(markup);
}
