import { Money } from '../../../src/common/money/money';
import type { CardProvider, CheckoutRequest } from '../../../src/payments/ports/card-provider.port';
import { eventually } from '../../support/sandbox-app';

/** What a provider behind the port must be made to do, by whatever stands behind the adapter. */
export interface ProviderWorld {
  provider: CardProvider;
  /** Completes a charge as its customer would. */
  pay(reference: string, outcome: 'success' | 'failed' | 'abandoned'): Promise<void>;
  /** The next call meets a provider that is away: before or after it took effect. */
  breakNext(
    call: 'initialize' | 'find' | 'refund' | 'find-refund' | 'pay-ins',
    accept: boolean,
  ): Promise<void>;
  /** The notification the provider would send, and its signature. */
  notification(reference: string): Promise<{ body: Buffer; signature: string }>;
  secrets: string[];
  siteUrl: string;
}

let serial = 0;

/** Every card provider keeps these promises. */
export function cardProviderContract(world: () => ProviderWorld): void {
  const requestOf = (over: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
    reference: `CONTRACT-${Date.now()}-${(serial += 1)}`,
    amount: Money.naira(5000),
    customer: { email: 'ada@example.com', name: 'Ada Obi' },
    returnUrl: `${world().siteUrl}/wallet?status=success`,
    notificationUrl: `${world().siteUrl}/api/v1/payments/webhook/test`,
    userId: 7,
    ...over,
  });
  const open = async (over: Partial<CheckoutRequest> = {}) => {
    const request = requestOf(over);
    expect(await world().provider.initialize(request)).toMatchObject({ outcome: 'ready' });
    return request.reference;
  };
  const chargeOf = async (reference: string) => {
    const result = await world().provider.findCharge(reference);
    if (result.outcome !== 'found') throw new Error(`Expected a charge, got ${result.outcome}`);
    return result.charge;
  };

  it('has a name and a key', async () => {
    expect(world().provider.name).toMatch(/^[a-z]+$/);
    expect(await world().provider.isConfigured()).toBe(true);
  });

  it('opens a checkout on a web page', async () => {
    const result = await world().provider.initialize(requestOf());
    expect(result).toMatchObject({
      outcome: 'ready',
      checkoutUrl: expect.stringMatching(/^https?:\/\/\S+$/),
    });
  });

  it.each([100, 1000, 1_000_000])('asks for ₦%i to the kobo', async (naira) => {
    const charge = await chargeOf(await open({ amount: Money.naira(naira) }));
    expect(charge.amount?.kobo).toBe(BigInt(naira) * 100n);
    expect(charge).toMatchObject({ currency: 'NGN', status: 'pending' });
  });

  it('says duplicate when a reference comes again', async () => {
    const reference = await open();
    expect(await world().provider.initialize(requestOf({ reference }))).toEqual({
      outcome: 'duplicate',
    });
  });

  it('says refused, and why, when the request is not to its liking', async () => {
    const result = await world().provider.initialize(
      requestOf({ customer: { email: 'nobody', name: '' } }),
    );
    expect(result).toMatchObject({ outcome: 'refused', message: expect.stringMatching(/\S/) });
  });

  it.each([true, false])('says unknown when no answer comes (took effect: %s)', async (accept) => {
    await world().breakNext('initialize', accept);
    const request = requestOf();
    expect(await world().provider.initialize(request)).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringMatching(/\S/),
    });
    expect(
      await eventually(
        async () => (await world().provider.findCharge(request.reference)).outcome,
        // Who is not waited for may take effect a little later.
        (outcome) => outcome === 'found' || !accept,
      ),
    ).toBe(accept ? 'found' : 'missing');
  });

  it('finds a paid charge as success of what was asked, with fee and method', async () => {
    const reference = await open();
    await world().pay(reference, 'success');
    const charge = await chargeOf(reference);
    expect(charge).toMatchObject({ reference, status: 'success', currency: 'NGN', method: 'card' });
    expect(charge.amount?.kobo).toBe(500_000n);
    expect(charge.fee?.isPositive).toBe(true);
    // We bear the fee.
    expect(charge.amountPaid?.kobo).toBe(500_000n);
  });

  it('finds a failed charge as failed, an abandoned one as pending', async () => {
    const failed = await open();
    await world().pay(failed, 'failed');
    expect(await chargeOf(failed)).toMatchObject({ status: 'failed' });
    const abandoned = await open();
    await world().pay(abandoned, 'abandoned');
    expect(await chargeOf(abandoned)).toMatchObject({ status: 'pending' });
  });

  it('says missing of what was never opened', async () => {
    expect(await world().provider.findCharge('NEVER-OPENED-1')).toEqual({ outcome: 'missing' });
  });

  it('says unknown when it cannot be asked', async () => {
    const reference = await open();
    await world().breakNext('find', true);
    expect(await world().provider.findCharge(reference)).toMatchObject({ outcome: 'unknown' });
    expect(await world().provider.findCharge(reference)).toMatchObject({ outcome: 'found' });
  });

  it('does not let a reference lead to another address', async () => {
    for (const odd of ['../balances', 'a/b', '..%2f', 'x?y=1', '#'])
      expect((await world().provider.findCharge(odd)).outcome).not.toBe('found');
  });

  it('reads its own notifications and no forged ones', async () => {
    const reference = await open();
    await world().pay(reference, 'success');
    const { provider, secrets } = world();
    const { body, signature } = await world().notification(reference);
    expect(provider.verifyWebhook(body, signature, secrets)).toMatchObject({
      outcome: 'verified',
      references: expect.arrayContaining([reference]),
    });
    const forged = Buffer.from(body.toString().replaceAll('5000', '9999'));
    expect(forged.equals(body)).toBe(false);
    expect(provider.verifyWebhook(forged, signature, secrets).outcome).toBe('refused');
    expect(provider.verifyWebhook(body, undefined, secrets).outcome).toBe('refused');
    expect(provider.verifyWebhook(body, signature, ['another key']).outcome).toBe('refused');
  });

  describe('gives money back', () => {
    const refundOf = (reference: string, naira = 5000) => ({
      reference,
      refundReference: `RFD-CONTRACT-${Date.now()}-${(serial += 1)}`,
      amount: Money.naira(naira),
      reason: 'Rejected in review',
    });
    const paid = async () => {
      const reference = await open();
      await world().pay(reference, 'success');
      return reference;
    };

    it('and tells of it under our reference, to the kobo', async () => {
      const refund = refundOf(await paid(), 4321);
      expect(await world().provider.refund(refund)).toEqual({ outcome: 'taken' });
      expect(await world().provider.findRefund(refund.refundReference)).toMatchObject({
        outcome: 'found',
        refund: {
          reference: refund.refundReference,
          chargeReference: refund.reference,
          status: expect.stringMatching(/^(success|processing)$/),
          amount: Money.naira(4321),
        },
      });
    });

    it('once per reference', async () => {
      const refund = refundOf(await paid(), 1000);
      await world().provider.refund(refund);
      expect(await world().provider.refund(refund)).toEqual({ outcome: 'duplicate' });
    });

    it('never more than was paid', async () => {
      const refund = refundOf(await paid(), 5001);
      expect(await world().provider.refund(refund)).toMatchObject({ outcome: 'refused' });
      expect(await world().provider.findRefund(refund.refundReference)).toEqual({
        outcome: 'missing',
      });
    });

    it('not of a charge that was not paid', async () => {
      const answer = await world().provider.refund(refundOf(await open()));
      expect(answer).toMatchObject({ outcome: 'refused' });
    });

    it.each([true, false])('or says it does not know, taken or not: %s', async (accept) => {
      const refund = refundOf(await paid());
      await world().breakNext('refund', accept);
      expect(await world().provider.refund(refund)).toMatchObject({ outcome: 'unknown' });
      expect(
        await eventually(
          async () => (await world().provider.findRefund(refund.refundReference)).outcome,
          (outcome) => outcome === 'found' || !accept,
        ),
      ).toBe(accept ? 'found' : 'missing');
    });

    it('and says so when it cannot tell', async () => {
      await world().breakNext('find-refund', false);
      expect(await world().provider.findRefund('RFD-NEVER-1')).toMatchObject({
        outcome: 'unknown',
      });
    });
  });

  describe('lists charges', () => {
    const HOUR = 3_600_000;
    const window = (): [Date, Date] => [new Date(Date.now() - HOUR), new Date(Date.now() + HOUR)];
    const everything = async (from: Date, to: Date) => {
      const found = [];
      let after: string | null = null;
      do {
        const page = await world().provider.listPayIns(from, to, after);
        if (page.outcome === 'unknown') throw new Error(page.reason);
        found.push(...page.payIns);
        after = page.next;
      } while (after !== null);
      return found;
    };

    it('each once, with its status and what was asked for', async () => {
      const [open1, paid1] = [await open(), await open({ amount: Money.naira(1234) })];
      await world().pay(paid1, 'success');
      const all = await everything(...window());
      const of = (reference: string) => all.filter((payIn) => payIn.reference === reference);
      expect(of(open1)).toMatchObject([{ status: 'pending', amount: Money.naira(5000) }]);
      expect(of(paid1)).toMatchObject([
        { status: 'success', amount: Money.naira(1234), currency: 'NGN' },
      ]);
    });

    it('of the time asked for only', async () => {
      const reference = await open();
      const past = await everything(new Date(Date.now() - 9 * HOUR), new Date(Date.now() - HOUR));
      expect(past.map((payIn) => payIn.reference)).not.toContain(reference);
    });

    it('or says that it cannot', async () => {
      await world().breakNext('pay-ins', false);
      const answer = await world().provider.listPayIns(...window(), null);
      expect(answer).toMatchObject({ outcome: 'unknown' });
    });
  });
}
