import { usePaymentsTestApp } from './payments-test-app';

const WHY = 'Looked at with the provider.';

describe('Staff payments API', () => {
  // Purchases of these cases have no order.
  const app = usePaymentsTestApp({ except: 'charges-have-an-order' });

  const post = (id: number | string, action: string, body: unknown) =>
    app.callAsStaff('POST', `payments/${id}/${action}`, body);
  const get = (id: number | string) => app.callAsStaff('GET', `payments/${id}`);

  it('should show a payment with all data needed for the review', async () => {
    const topup = await app.createInReview(5000, { amount: '4000.00', fee: 75 });
    expect(await get(topup.paymentId)).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          id: topup.paymentId,
          user_id: topup.user,
          reference: topup.reference,
          status: 'review',
          amount: '5000.00',
          paid: '5000.00',
          fee: '75.00',
          provider_status: 'success',
          reason: 'The provider reports ₦4,000.00, but the top-up is for ₦5,000.00',
          charged_back: '0.00',
          charged_back_at: null,
          settled_at: null,
          refunds: [],
        },
      },
    });
  });

  it('should accept, charge back and return the result', async () => {
    const topup = await app.createInReview(5000);
    expect(await post(topup.paymentId, 'accept', { reason: `  ${WHY}  ` })).toMatchObject({
      status: 200,
      body: {
        message: 'The payment was accepted and credited.',
        data: { status: 'successful', settled_at: expect.any(String) },
      },
    });
    expect(await post(topup.paymentId, 'accept', { reason: WHY })).toMatchObject({
      status: 409,
      body: { code: 'PAYMENT_NOT_IN_REVIEW' },
    });
    expect(await post(topup.paymentId, 'chargeback', { reason: WHY, amount: 2000 })).toMatchObject({
      status: 200,
      body: {
        message: 'The money was taken back.',
        data: { transaction_id: expect.any(Number), from_wallet: 2000, owed: 0 },
      },
    });
    expect(await get(topup.paymentId)).toMatchObject({
      body: { data: { charged_back: '2000.00', charged_back_at: expect.any(String) } },
    });
    const late = { reason: WHY, amount: 2000, charged_back: '0.00' };
    expect(await post(topup.paymentId, 'chargeback', late)).toMatchObject({
      status: 409,
      body: { code: 'CHARGED_BACK_CHANGED' },
    });
    const lost = await get(topup.paymentId);
    const { chargebacks } = (lost.body as { data: { chargebacks: { id: number }[] } }).data;
    expect(chargebacks).toMatchObject([{ kind: 'chargeback', amount: '2000.00', won_at: null }]);
    const won = `chargebacks/${chargebacks[0]!.id}/win`;
    expect(await post(topup.paymentId, won, { reason: WHY })).toMatchObject({
      status: 200,
      body: { message: 'The money was put back.', data: { amount: 2000, repaid: 0 } },
    });
    expect(await post(topup.paymentId, won, { reason: WHY })).toMatchObject({
      status: 409,
      body: { code: 'CHARGEBACK_NOT_WINNABLE' },
    });
    expect(await get(topup.paymentId)).toMatchObject({
      body: { data: { charged_back: '0.00', chargebacks: [{ won_at: expect.any(String) }] } },
    });
  });

  it.each([
    [null, '3000.00', '0.00'],
    ['asked', '5000.00', '2000.00'],
  ])(
    'should credit by the choice %j, where null counts as missing',
    async (credit, credited, goodwill) => {
      const topup = await app.createInReview(5000, { amount_paid: '3000.00' });
      expect((await post(topup.paymentId, 'accept', { reason: WHY, credit: 'all' })).status).toBe(
        422,
      );
      expect(await post(topup.paymentId, 'accept', { reason: WHY, credit })).toMatchObject({
        status: 200,
        body: { data: { received: '3000.00', credited, goodwill } },
      });
    },
  );

  describe('above the approval limit', () => {
    let other: number;
    beforeAll(async () => {
      other = await app.insertUser();
      await app.sql(`UPDATE users SET role = 'admin' WHERE id = ANY($1)`, [
        [other, app.admin.userId],
      ]);
      await app.sql(`UPDATE admin_term SET started_at = now() - interval '2 days'`);
    });
    beforeEach(() => app.sql('DELETE FROM staff_allowance'));

    const idOf = (answer: { body: unknown }) =>
      (answer.body as { data: { proposal: { id: number } } }).data.proposal.id;
    const decide = (id: number, action: 'approve' | 'reject', user = other) =>
      app.call('POST', `/api/v1/admin/wallet-corrections/${id}/${action}`, {
        user,
        body: action === 'approve' ? {} : { reason: WHY },
      });
    /** Approves concurrently. @returns the error codes of those that were not first. */
    const approve = async (id: number) => {
      expect((await decide(id, 'approve', app.admin.userId)).body).toMatchObject({
        code: 'OWN_PROPOSAL',
      });
      const answers = await Promise.all([1, 2, 3].map(() => decide(id, 'approve')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    };

    it('should charge back and win only when another admin approves', async () => {
      const topup = await app.createCredited(300_000);
      await app.spend(topup.user, 250_000);
      const proposed = await post(topup.paymentId, 'chargeback', { reason: WHY, amount: 150_000 });
      expect(proposed).toMatchObject({
        status: 202,
        body: {
          message: 'Proposed: another admin has to approve it before money moves.',
          data: {
            proposal: { kind: 'chargeback', subject_id: topup.paymentId, direction: 'debit' },
          },
        },
      });
      expect(await post(topup.paymentId, 'chargeback', { reason: WHY })).toMatchObject({
        status: 409,
        body: { code: 'PROPOSAL_OPEN' },
      });
      expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0, naira: 50_000 });
      await approve(idOf(proposed));
      expect(await app.getPayment(topup)).toMatchObject({
        charged_back: 150_000,
        naira: 0,
        owed: 100_000,
      });
      const [chargeback] = await app.findChargebacks(topup);
      const won = `chargebacks/${chargeback!.id}/win`;
      const first = await post(topup.paymentId, won, { reason: WHY });
      expect(first).toMatchObject({
        status: 202,
        body: { data: { proposal: { kind: 'dispute_win' } } },
      });
      expect((await decide(idOf(first), 'reject')).status).toBe(200);
      await approve(idOf(await post(topup.paymentId, won, { reason: WHY })));
      expect(await app.getPayment(topup)).toMatchObject({
        charged_back: 0,
        naira: 50_000,
        owed: 0,
      });
    });

    it('should not charge back more than is left when the approval comes', async () => {
      const topup = await app.createCredited(200_000);
      const large = { reason: WHY, amount: 150_000 };
      const id = idOf(await post(topup.paymentId, 'chargeback', large));
      expect(
        (await post(topup.paymentId, 'chargeback', { reason: WHY, amount: 60_000 })).status,
      ).toBe(200);
      expect((await decide(id, 'approve')).status).toBe(422);
      expect(await app.getPayment(topup)).toMatchObject({ charged_back: 60_000 });
      expect((await decide(id, 'reject')).status).toBe(200);
    });

    it('should bear what a payment lacks only when another admin approves', async () => {
      const topup = await app.createInReview(300_000, { amount_paid: '150000.00' });
      const accept = () => post(topup.paymentId, 'accept', { reason: WHY, credit: 'asked' });
      const proposed = await accept();
      expect(proposed).toMatchObject({
        status: 202,
        body: { data: { proposal: { kind: 'goodwill', amount: '150000.00' } } },
      });
      expect((await accept()).body).toMatchObject({ code: 'PROPOSAL_OPEN' });
      expect(await app.getPayment(topup)).toMatchObject({ status: 'review', naira: 0 });
      await approve(idOf(proposed));
      expect(await app.getPayment(topup)).toMatchObject({ status: 'successful', naira: 300_000 });
    });

    it('should bear nothing for a payment that was decided meanwhile', async () => {
      const topup = await app.createInReview(300_000, { amount_paid: '150000.00' });
      const id = idOf(await post(topup.paymentId, 'accept', { reason: WHY, credit: 'asked' }));
      expect((await post(topup.paymentId, 'accept', { reason: WHY })).status).toBe(200);
      expect((await decide(id, 'approve')).body).toMatchObject({ code: 'PAYMENT_NOT_IN_REVIEW' });
      expect(await app.getPayment(topup)).toMatchObject({ naira: 150_000 });
    });
  });

  it('should reject with a refund and show the refund status', async () => {
    const topup = await app.createInReview(5000);
    expect(await post(topup.paymentId, 'reject', { reason: WHY, refund: true })).toMatchObject({
      status: 200,
      body: {
        message: 'The payment was rejected.',
        data: {
          status: 'rejected',
          refunds: [{ amount: '5000.00', status: 'created', reason: WHY, provider_note: null }],
        },
      },
    });
    expect(await post(topup.paymentId, 'refund', { reason: WHY })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_EXISTS' },
    });
    await app.advanceRefunds(topup);
    await app.advanceRefunds(topup);
    expect(await get(topup.paymentId)).toMatchObject({
      body: { data: { refunds: [{ status: 'succeeded' }] } },
    });
  });

  it('should recheck a payment', async () => {
    const topup = await app.startTopup(1500);
    await app.setChargeOutcome(topup.reference);
    expect(await post(topup.paymentId, 'recheck', { reason: WHY })).toMatchObject({
      status: 200,
      body: { message: 'The card provider was asked.', data: { status: 'successful' } },
    });
  });

  it('should say that a recheck could not settle a payment, and audit it', async () => {
    const topup = await app.startTopup(1500);
    await app.setChargeOutcome(topup.reference);
    await app.sql(
      `CREATE FUNCTION fail_recheck() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'this row cannot be settled'; END $$`,
    );
    await app.sql(
      `CREATE TRIGGER fail_recheck BEFORE UPDATE ON payment FOR EACH ROW
       WHEN (NEW.id = ${topup.paymentId} AND NEW.status = 'successful') EXECUTE FUNCTION fail_recheck()`,
    );
    try {
      expect(await post(topup.paymentId, 'recheck', { reason: WHY })).toMatchObject({
        status: 409,
        body: {
          code: 'PAYMENT_NOT_SETTLED',
          message: expect.stringContaining('Nothing was credited'),
        },
      });
    } finally {
      await app.sql('DROP FUNCTION fail_recheck CASCADE');
    }
    expect(await app.getPayment(topup)).toMatchObject({ status: 'pending', naira: 0 });
    expect(await app.getAuditDetails(topup, 'payment.rechecked')).toBe(
      `Checking ${topup.reference} failed: this row cannot be settled. ${WHY}`,
    );
    expect(await post(topup.paymentId, 'recheck', { reason: WHY })).toMatchObject({
      status: 200,
      body: { data: { status: 'successful' } },
    });
  });

  it.each(['accept', 'reject', 'refund', 'recheck', 'chargeback'])(
    'should require a reason of 3 to 500 characters: %s',
    async (action) => {
      const topup = await app.createInReview(5000);
      for (const reason of [undefined, '', '  ab  ', 'x'.repeat(501), 7, ['a', 'b', 'c']])
        expect(await post(topup.paymentId, action, { reason })).toMatchObject({
          status: 422,
          body: { errors: { reason: [expect.stringContaining('3 to 500')] } },
        });
      expect(await app.getPayment(topup)).toMatchObject({ status: 'review', naira: 0 });
    },
  );

  it.each([0, -1, 1.5, '5000', 1_000_001, null])(
    'should refuse %j as the amount of a chargeback',
    async (amount) => {
      const topup = await app.createCredited(5000);
      const answer = await post(topup.paymentId, 'chargeback', { reason: WHY, amount });
      // Null counts as missing.
      expect(answer.status).toBe(amount === null ? 200 : 422);
    },
  );

  it('should refuse unknown fields', async () => {
    const topup = await app.createInReview(5000);
    const body = { reason: WHY, amount: 9_000_000 };
    expect((await post(topup.paymentId, 'accept', body)).status).toBe(422);
    expect(await app.getPayment(topup)).toMatchObject({ status: 'review' });
  });

  it.each(['0', '-1', 'abc', '2147483648', '1.5', '2000000'])(
    'should answer 404 for payment %s',
    async (id) => {
      expect((await get(id)).status).toBe(404);
      expect((await post(id, 'accept', { reason: WHY })).status).toBe(404);
      expect((await post(id, 'chargeback', { reason: WHY })).status).toBe(404);
    },
  );
});
