import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { CHANNELS } from './charge-request';
import { feeFor } from './charge-views';
import { ChargeRepository } from './charge.repository';
import type { CheckoutOutcome, SimulatedCharge } from './charge.types';
import { WebhookSender } from './webhook-sender';

/** Outcomes of the checkout page. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly charges: ChargeRepository,
    private readonly sender: WebhookSender,
  ) {}

  find(id: string): Promise<SimulatedCharge | null> {
    return this.charges.findById(id);
  }

  /** Repeating it changes nothing; a failed or abandoned payment may still succeed later, as with the real provider. */
  async complete(
    id: string,
    outcome: CheckoutOutcome,
    channel?: unknown,
  ): Promise<SimulatedCharge | null> {
    return this.uow.run(async () => {
      const charge = await this.charges.lock(id);
      if (!charge || charge.status === 'success') return charge;
      if (outcome === 'success') await this.pay(charge, channel);
      else if (outcome === 'failed' && charge.status !== 'failed') await this.fail(charge);
      else if (outcome === 'abandoned' && charge.status === 'pending')
        await this.charges.finish(id, 'processing', null);
      return this.charges.findById(id);
    });
  }

  private async pay(charge: SimulatedCharge, channel: unknown): Promise<void> {
    const offered = toOfferedChannels(charge);
    const method = offered.find((one) => one === channel) ?? offered[0]!;
    const fee = feeFor(charge.amount);
    const paid = charge.merchantBearsCost ? charge.amount : charge.amount.plus(fee);
    await this.charges.finish(charge.id, 'success', { fee, paid, method });
    await this.sender.announce({ ...charge, status: 'success', fee, paid, method });
  }

  private async fail(charge: SimulatedCharge): Promise<void> {
    await this.charges.finish(charge.id, 'failed', null);
    await this.sender.announce({ ...charge, status: 'failed' });
  }
}

/** The ways to pay, the merchant's choice first. */
export function toOfferedChannels({ channels, defaultChannel }: SimulatedCharge): string[] {
  const offered = channels?.length ? channels : CHANNELS;
  return [...offered].sort(
    (one, other) => Number(other === defaultChannel) - Number(one === defaultChannel),
  );
}

/** The merchant's redirect URL with the reference appended to its query. */
export function toReturnUrl({ redirectUrl, reference }: SimulatedCharge): string | null {
  if (!redirectUrl) return null;
  const url = new URL(redirectUrl);
  url.searchParams.set('reference', reference);
  return url.href;
}
