import { Money } from '../../../src/common/money/money';
import type { KorapayService } from '../../../src/payments/korapay/korapay.service';
import type { CheckoutRequest } from '../../../src/payments/korapay/korapay.types';
import { eventually } from '../../support/sandbox-app';

/** Controls of the provider behind the adapter, implemented per provider. */
export interface ProviderWorld {
  provider: KorapayService;
  /** Completes a charge like its customer. */
  pay(reference: string, outcome: 'success' | 'failed' | 'abandoned'): Promise<void>;
  /** Pays out what the provider owes. @returns its reference. */
  payOut(): Promise<string>;
  /** Makes the next call fail before or after it takes effect. */
  breakNext(
    call:
      | 'initialize'
      | 'find'
      | 'refund'
      | 'find-refund'
      | 'pay-ins'
      | 'payouts'
      | 'payout-items'
      | 'balances',
    accept: boolean,
  ): Promise<void>;
  /** The notification the provider would send, and its signature. */
  notification(reference: string): Promise<{ body: Buffer; signature: string }>;
  secrets: string[];
  siteUrl: string;
}

let serial = 0;

export function cardProviderContract(world: () => ProviderWorld): void {
  const requestOf = (over: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
    reference: `CONTRACT-${Date.now()}-${(serial += 1)}`,
    amount: Money.naira(5000),
    customer: { email: 'ada@example.com', name: 'Ada Obi' },
    returnUrl: `${world().siteUrl}/wallet?status=success`,
    notificationUrl: `${world().siteUrl}/api/v1/payments/webhook/test`,
    userId: 7,
    channels: [],
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

  it('should have a name and a key', async () => {
    expect(world().provider.name).toMatch(/^[a-z]+$/);
    expect(await world().provider.isConfigured()).toBe(true);
  });

  it('should open a checkout on a web page', async () => {
    const result = await world().provider.initialize(requestOf());
    expect(result).toMatchObject({
      outcome: 'ready',
      checkoutUrl: expect.stringMatching(/^https?:\/\/\S+$/),
    });
  });

  it.each([100, 1000, 1_000_000])('should request ₦%i to the kobo', async (naira) => {
    const charge = await chargeOf(await open({ amount: Money.naira(naira) }));
    expect(charge.amount?.kobo).toBe(BigInt(naira) * 100n);
    expect(charge).toMatchObject({ currency: 'NGN', status: 'pending' });
  });

  it('should return duplicate for a repeated reference', async () => {
    const reference = await open();
    expect(await world().provider.initialize(requestOf({ reference }))).toEqual({
      outcome: 'duplicate',
    });
  });

  it('should return refused with a reason for an invalid request', async () => {
    const result = await world().provider.initialize(
      requestOf({ customer: { email: 'nobody', name: '' } }),
    );
    expect(result).toMatchObject({ outcome: 'refused', message: expect.stringMatching(/\S/) });
  });

  it.each([true, false])(
    'should return unknown without an answer (took effect: %s)',
    async (accept) => {
      await world().breakNext('initialize', accept);
      const request = requestOf();
      expect(await world().provider.initialize(request)).toMatchObject({
        outcome: 'unknown',
        reason: expect.stringMatching(/\S/),
      });
      expect(
        await eventually(
          async () => (await world().provider.findCharge(request.reference)).outcome,
          // The call may take effect after the client has timed out.
          (outcome) => outcome === 'found' || !accept,
        ),
      ).toBe(accept ? 'found' : 'missing');
    },
  );

  it('should find a paid charge as success with the requested amount, fee and method', async () => {
    const reference = await open();
    await world().pay(reference, 'success');
    const charge = await chargeOf(reference);
    expect(charge).toMatchObject({ reference, status: 'success', currency: 'NGN', method: 'card' });
    expect(charge.amount?.kobo).toBe(500_000n);
    expect(charge.fee?.isPositive).toBe(true);
    // The merchant pays the fee.
    expect(charge.amountPaid?.kobo).toBe(500_000n);
  });

  it('should find a failed charge as failed and an abandoned one as pending', async () => {
    const failed = await open();
    await world().pay(failed, 'failed');
    expect(await chargeOf(failed)).toMatchObject({ status: 'failed' });
    const abandoned = await open();
    await world().pay(abandoned, 'abandoned');
    expect(await chargeOf(abandoned)).toMatchObject({ status: 'pending' });
  });

  it('should return missing for an unknown reference', async () => {
    expect(await world().provider.findCharge('NEVER-OPENED-1')).toEqual({ outcome: 'missing' });
  });

  it('should return unknown when the provider is unreachable', async () => {
    const reference = await open();
    await world().breakNext('find', true);
    expect(await world().provider.findCharge(reference)).toMatchObject({ outcome: 'unknown' });
    expect(await world().provider.findCharge(reference)).toMatchObject({ outcome: 'found' });
  });

  it('should not let a reference change the URL', async () => {
    for (const odd of ['../balances', 'a/b', '..%2f', 'x?y=1', '#'])
      expect((await world().provider.findCharge(odd)).outcome).not.toBe('found');
  });

  it('should accept its own notifications and refuse forged ones', async () => {
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

  describe('refunds', () => {
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

    it('should create a refund and find it by the merchant’s reference, to the kobo', async () => {
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

    it('should refund once per reference', async () => {
      const refund = refundOf(await paid(), 1000);
      await world().provider.refund(refund);
      expect(await world().provider.refund(refund)).toEqual({ outcome: 'duplicate' });
    });

    it('should never refund more than was paid', async () => {
      const refund = refundOf(await paid(), 5001);
      expect(await world().provider.refund(refund)).toMatchObject({ outcome: 'refused' });
      expect(await world().provider.findRefund(refund.refundReference)).toEqual({
        outcome: 'missing',
      });
    });

    it('should refuse to refund an unpaid charge', async () => {
      const answer = await world().provider.refund(refundOf(await open()));
      expect(answer).toMatchObject({ outcome: 'refused' });
    });

    it.each([true, false])(
      'should return unknown without an answer (took effect: %s)',
      async (accept) => {
        const refund = refundOf(await paid());
        await world().breakNext('refund', accept);
        expect(await world().provider.refund(refund)).toMatchObject({ outcome: 'unknown' });
        expect(
          await eventually(
            async () => (await world().provider.findRefund(refund.refundReference)).outcome,
            (outcome) => outcome === 'found' || !accept,
          ),
        ).toBe(accept ? 'found' : 'missing');
      },
    );

    it('should return unknown when the refund cannot be looked up', async () => {
      await world().breakNext('find-refund', false);
      expect(await world().provider.findRefund('RFD-NEVER-1')).toMatchObject({
        outcome: 'unknown',
      });
    });
  });

  describe('charge list', () => {
    const HOUR = 3_600_000;
    const window = (): [Date, Date] => [new Date(Date.now() - HOUR), new Date(Date.now() + HOUR)];
    const everything = async (from: Date, to: Date) => {
      const found = [];
      let after: string | null = null;
      do {
        const page = await world().provider.listPayIns(from, to, after);
        if (page.outcome === 'unknown') throw new Error(page.reason);
        found.push(...page.rows);
        after = page.next;
      } while (after !== null);
      return found;
    };

    it('should list each charge once, with its status and requested amount', async () => {
      const [open1, paid1] = [await open(), await open({ amount: Money.naira(1234) })];
      await world().pay(paid1, 'success');
      const all = await everything(...window());
      const of = (reference: string) => all.filter((payIn) => payIn.reference === reference);
      expect(of(open1)).toMatchObject([{ status: 'pending', amount: Money.naira(5000) }]);
      expect(of(paid1)).toMatchObject([
        { status: 'success', amount: Money.naira(1234), currency: 'NGN' },
      ]);
    });

    it('should list only the requested period', async () => {
      const reference = await open();
      const past = await everything(new Date(Date.now() - 9 * HOUR), new Date(Date.now() - HOUR));
      expect(past.map((payIn) => payIn.reference)).not.toContain(reference);
    });

    it('should return unknown when the list is unavailable', async () => {
      await world().breakNext('pay-ins', false);
      const answer = await world().provider.listPayIns(...window(), null);
      expect(answer).toMatchObject({ outcome: 'unknown' });
    });
  });
  describe('payouts', () => {
    const always = (): [Date, Date] => [new Date(0), new Date(Date.now() + 60_000)];
    const findBalance = async () => {
      const balance = await world().provider.getBalance();
      if (balance.outcome === 'unknown') throw new Error(balance.reason);
      return balance.available.plus(balance.pending);
    };

    it('should owe what was paid less the fee, until it is paid out', async () => {
      const before = await findBalance();
      const reference = await open();
      await world().pay(reference, 'success');
      const { fee } = await chargeOf(reference);
      const owed = await findBalance();
      expect(owed.minus(before)).toEqual(Money.naira(5000).minus(fee!));

      const payout = await world().payOut();
      const page = await world().provider.listPayouts(...always(), null);
      expect(page).toMatchObject({ outcome: 'page', rows: expect.any(Array) });
      const listed = page.outcome === 'page' ? page.rows : [];
      expect(listed.find((one) => one.reference === payout)).toMatchObject({
        isPaid: true,
        amount: owed,
        fee: Money.zero,
        paidAt: expect.any(Date),
      });
      const content = await world().provider.listPayoutItems(payout, null);
      expect(content).toMatchObject({ outcome: 'page', rows: expect.any(Array) });
      const items = content.outcome === 'page' ? content.rows : [];
      expect(items.find((item) => item.reference === reference)).toEqual({
        kind: 'charge',
        reference,
        amount: Money.naira(5000),
        fee,
      });
      expect(await findBalance()).toEqual(Money.zero);
    });

    it('should have no items of an unknown payout', async () => {
      expect(await world().provider.listPayoutItems('PO-404', null)).toEqual({
        outcome: 'missing',
      });
    });

    it('should return unknown when it does not answer', async () => {
      const { provider } = world();
      await world().breakNext('payouts', false);
      expect(await provider.listPayouts(...always(), null)).toMatchObject({ outcome: 'unknown' });
      await world().breakNext('payout-items', false);
      expect(await provider.listPayoutItems('PO-1', null)).toMatchObject({ outcome: 'unknown' });
      await world().breakNext('balances', false);
      expect(await provider.getBalance()).toMatchObject({ outcome: 'unknown' });
    });
  });
}
