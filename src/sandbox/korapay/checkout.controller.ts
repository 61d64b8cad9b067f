import { Injectable, Body, Get, Param, Post, Res } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { CHANNELS } from './charge-request';
import { feeFor } from './charge-views';
import { ChargesService } from './charges.service';
import { type CheckoutOutcome, type SandboxCharge, isCheckoutOutcome } from './korapay.entity';
import { WebhookSender } from './webhook-sender';
import { formatNaira } from '../../common/money/money';
import { html, page, toContentSecurityPolicy } from '../html';
import type { FastifyReply } from 'fastify';
import { SandboxController } from '../sandbox-controller.decorator';

/** Outcomes of the checkout page. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly charges: ChargesService,
    private readonly sender: WebhookSender,
  ) {}

  /** Repeating it changes nothing; a failed or abandoned payment may still succeed later, as with the real provider. */
  async complete(
    id: string,
    outcome: CheckoutOutcome,
    channel?: unknown,
  ): Promise<SandboxCharge | null> {
    return this.uow.run(async () => {
      const charge = await this.charges.lock(id);
      if (!charge || charge.status === 'success') return charge;
      if (outcome === 'success') await this.pay(charge, channel);
      else if (outcome === 'failed' && charge.status !== 'failed') await this.fail(charge);
      else if (outcome === 'abandoned' && charge.status === 'pending')
        await this.charges.finish(id, 'processing', null);
      return this.charges.findOne({ id });
    });
  }

  private async pay(charge: SandboxCharge, channel: unknown): Promise<void> {
    const offered = toOfferedChannels(charge);
    const method = offered.find((one) => one === channel) ?? offered[0]!;
    const fee = feeFor(charge.amount);
    const paid = charge.merchantBearsCost ? charge.amount : charge.amount.plus(fee);
    await this.charges.finish(charge.id, 'success', { fee, paid, method });
    await this.sender.announce({ ...charge, status: 'success', fee, paid, method });
  }

  private async fail(charge: SandboxCharge): Promise<void> {
    await this.charges.finish(charge.id, 'failed', null);
    await this.sender.announce({ ...charge, status: 'failed' });
  }
}

/** The ways to pay, the merchant's choice first. */
export function toOfferedChannels({ channels, defaultChannel }: SandboxCharge): string[] {
  const offered = channels.length ? channels : CHANNELS;
  return [...offered].sort(
    (one, other) => Number(other === defaultChannel) - Number(one === defaultChannel),
  );
}

/** The merchant's redirect URL with the reference appended to its query. */
export function toReturnUrl({ redirectUrl, reference }: SandboxCharge): string | null {
  if (!redirectUrl) return null;
  const url = new URL(redirectUrl);
  url.searchParams.set('reference', reference);
  return url.href;
}

const NOTICE = html`<p class="card notice">
  <strong>This is a simulation.</strong> No card is asked for and no money moves. It stands in for
  Korapay's checkout while the platform runs in its sandbox.
</p>`;

export const checkoutPage = (charge: SandboxCharge): string =>
  page(
    'Simulated checkout',
    html`<h1>Simulated Korapay checkout</h1>
      ${NOTICE}
      <section class="card" aria-label="Payment">
        <p class="amount">${formatNaira(charge.amount)}</p>
        <dl>
          <dt>Reference</dt>
          <dd>${charge.reference}</dd>
          <dt>Customer</dt>
          <dd>${charge.customer.email}</dd>
          <dt>State</dt>
          <dd>${charge.status}</dd>
        </dl>
        <form method="post">
          <label
            >Pay with
            <select name="channel">
              ${toOfferedChannels(charge).map(
                (channel) =>
                  html`<option value="${channel}">${channel.replaceAll('_', ' ')}</option>`,
              )}
            </select></label
          >
          <button class="primary" name="outcome" value="success">
            Pay ${formatNaira(charge.amount)}
          </button>
          <button name="outcome" value="failed">Let the payment fail</button>
          <button name="outcome" value="abandoned">Leave without paying</button>
        </form>
      </section>`,
  );

export const checkoutMessagePage = (title: string, text: string): string =>
  page(
    title,
    html`<h1>${title}</h1>
      ${NOTICE}
      <p>${text}</p>`,
  );

/** The page a customer pays on. */
@SandboxController('korapay/checkout')
export class CheckoutController {
  constructor(
    private readonly charges: ChargesService,
    private readonly checkout: CheckoutService,
  ) {}

  @Get(':id/pay')
  async showCheckout(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const charge = await this.charges.findOne({ id });
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
  charge?: SandboxCharge,
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
