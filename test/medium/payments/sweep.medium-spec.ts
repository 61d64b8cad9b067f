import { DAY, HOUR, MINUTE } from '../../../src/common/time/clock';
import { findViolatedInvariants } from '../../support/integrity';
import { eventually } from '../../support/sandbox-app';
import { usePaymentsTestApp } from './payments-test-app';

describe('PaymentSweeperService', () => {
  const app = usePaymentsTestApp();

  /** Delivers a signed notification of a charge. @returns the id of its row. */
  const notify = async (reference: string): Promise<number> => {
    const data = { reference, status: 'success', currency: 'NGN', amount: 5000 };
    await app.notify('charge.success', data);
    const [row] = await app.sql<{ id: number }>(
      'SELECT id FROM payment_webhook WHERE reference = $1',
      [reference],
    );
    return row!.id;
  };
  const sweep = () => app.runJob('payments.sweep', {});
  const countDue = async () =>
    (
      await app.row<{ count: number }>(
        'SELECT count(*)::int FROM payment WHERE next_check_at <= $1',
        [app.clock.now()],
      )
    ).count;
  /** Due payments of new customers, which the provider does not know. */
  const insertDue = async (customers: number, each: number) => {
    for (let customer = 0; customer < customers; customer += 1)
      await app.sql(
        `WITH line AS (
           INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description)
           SELECT $1::int, 'FLOOD-' || $1::int || '-' || n, 'credit', 'topup', 'pending', 100, ''
           FROM generate_series(1, $2::int) n RETURNING id, user_id, reference)
         INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo, expires_at, next_check_at)
         SELECT user_id, id, reference, 'korapay', 'pending', 100, now() + interval '1 day', now() - interval '1 minute'
         FROM line`,
        [await app.insertUser(), each],
      );
  };
  afterEach(async () => {
    await app.sql(`DELETE FROM payment WHERE reference LIKE 'FLOOD-%'`);
    await app.sql(`DELETE FROM wallet_transaction WHERE reference LIKE 'FLOOD-%'`);
  });

  it('should check each due payment once, whatever the number of sweepers', async () => {
    const { reference } = await app.startTopup();
    app.clock.advance(MINUTE);
    await Promise.all([sweep(), sweep(), sweep()]);
    const checked = await app.getPayment(reference);
    expect(checked).toMatchObject({ status: 'pending', checks: 1 });
    expect((checked.next_check_at as Date).getTime()).toBeGreaterThan(app.clock.now().getTime());
  });

  it('should check what is due by the time of the database', async () => {
    const { reference } = await app.startTopup();
    const webhookId = await notify(reference);
    await app.sql(
      `UPDATE payment SET next_check_at = now() + interval '1 hour' WHERE reference = $1`,
      [reference],
    );
    app.clock.skewProcess(DAY);
    await sweep();
    expect(await app.getPayment(reference)).toMatchObject({ checks: 0 });
    app.clock.skewProcess(-DAY);
    app.clock.advance(2 * HOUR);
    await sweep();
    expect(await app.getPayment(reference)).toMatchObject({ checks: 1 });
    const [{ leased }] = (await app.sql<{ leased: boolean }>(
      'SELECT next_attempt_at > $2 AS leased FROM payment_webhook WHERE id = $1',
      [webhookId, new Date(Date.now() + 2 * HOUR)],
    )) as [{ leased: boolean }];
    expect(leased).toBe(true);
  });

  it('should check the payment of one customer before the thousands of others', async () => {
    await insertDue(3, 1000);
    const { reference } = await app.startTopup();
    await app.setChargeOutcome(reference, 'success');
    await app.sql(`UPDATE payment SET next_check_at = now() WHERE reference = $1`, [reference]);
    const sweeping = sweep();
    const started = performance.now();
    await eventually(
      () => app.getPayment(reference),
      ({ status }) => status === 'successful',
    );
    expect(performance.now() - started).toBeLessThan(5000);
    const [others] = await app.sql<{ checked: number }>(
      `SELECT count(*)::int AS checked FROM payment WHERE reference LIKE 'FLOOD-%' AND checks > 0`,
    );
    // Those that were under way by the time of the look.
    expect(others!.checked).toBeLessThan(1000);
    await app.sql(
      `UPDATE payment SET next_check_at = now() + interval '1 hour' WHERE reference LIKE 'FLOOD-%'`,
    );
    await sweeping;
  });

  it('should leave nothing due, however much is', async () => {
    // More than one batch of 200.
    await insertDue(3, 80);
    // On a busy machine one does not come through within its time.
    for (let sweeps = 0; sweeps < 5 && (await countDue()) > 0; sweeps += 1) await sweep();
    expect(await countDue()).toBe(0);
  });

  it('should park a payment whose check keeps failing, and settle the others', async () => {
    const poison = await app.startTopup();
    const other = await app.startTopup();
    for (const { reference } of [poison, other]) await app.setChargeOutcome(reference, 'success');
    await app.sql(
      `CREATE FUNCTION fail_settlement() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'this row cannot be settled'; END $$`,
    );
    await app.sql(
      `CREATE TRIGGER fail_settlement BEFORE UPDATE ON payment FOR EACH ROW
       WHEN (NEW.id = ${poison.paymentId} AND NEW.status = 'successful') EXECUTE FUNCTION fail_settlement()`,
    );
    const getParking = () =>
      app.row<Record<string, unknown>>(
        `SELECT failed_checks, last_error, parked_at IS NOT NULL AS parked, next_check_at
         FROM payment WHERE id = $1`,
        [poison.paymentId],
      );
    try {
      for (let check = 1; check <= 10; check += 1) {
        app.clock.advance(11 * MINUTE);
        await sweep();
        expect(await getParking()).toMatchObject({ failed_checks: check, parked: check === 10 });
      }
    } finally {
      await app.sql('DROP FUNCTION fail_settlement CASCADE');
    }
    expect(await getParking()).toMatchObject({
      last_error: 'this row cannot be settled',
      next_check_at: null,
    });
    expect(await app.getPayment(other.reference)).toMatchObject({
      status: 'successful',
      checks: 1,
    });
    expect(await app.findAuditActions(poison.reference)).toEqual([
      'payment.initialized',
      'payment.parked',
    ]);
    expect(await app.findAlerts()).toContain('payment_stuck');
    await app.settle(poison.reference);
    expect(await getParking()).toMatchObject({ failed_checks: 0, parked: false });
    expect(await app.getPayment(poison.reference)).toMatchObject({
      status: 'successful',
      booked: 1,
    });
  });

  it('should park notifications without a result, which hold up no other', async () => {
    const process = (id: number) => app.runJob('payment-notices.process', { webhookId: id });
    const readRow = (id: number) =>
      app.row<Record<string, unknown>>(
        `SELECT attempts, last_error, parked_at IS NOT NULL AS parked,
           round(extract(epoch FROM next_attempt_at - $2::timestamptz))::int AS wait
         FROM payment_webhook WHERE id = $1`,
        [id, app.clock.now()],
      );
    const { reference } = await app.startTopup();
    // More than a batch of the sweep, all older.
    const [old] = await app.sql<{ id: number }>(
      `INSERT INTO payment_webhook (provider, body_hash, event, reference, payload, received_at, next_attempt_at)
       SELECT 'korapay', 'unresolvable-' || n, 'refund.success', 'UNRESOLVABLE', '{"data":{"reference":"UNKNOWN-REFUND"}}',
         now() - interval '1 hour', now() - interval '1 hour'
       FROM generate_series(1, 250) n RETURNING id`,
    );
    const id = await notify(reference);
    await app.sql(`DELETE FROM bullmq.job WHERE name = 'payment-notices.process'`);
    app.clock.advance(MINUTE);
    await sweep();
    await eventually(
      () =>
        app.sql(
          `SELECT 1 FROM bullmq.job WHERE name = 'payment-notices.process'
             AND (data::jsonb ->> 'webhookId')::int = $1`,
          [id],
        ),
      (rows) => rows.length === 1,
    );
    await app.call('POST', '/sandbox/korapay/control', {
      body: { route: 'find-refund', reference: 'UNKNOWN-REFUND', times: 20, status: 500, json: {} },
    });
    for (const [attempts, wait] of [
      [1, 10],
      [2, 20],
    ]) {
      await process(old!.id);
      expect(await readRow(old!.id)).toMatchObject({ attempts, wait, parked: false });
    }
    for (let attempt = 3; attempt <= 20; attempt += 1) await process(old!.id);
    expect(await readRow(old!.id)).toMatchObject({
      attempts: 20,
      parked: true,
      last_error: 'The card provider gave no answer about this refund',
    });
    await app.sql(`DELETE FROM payment_webhook WHERE reference = 'UNRESOLVABLE' AND id <> $1`, [
      old!.id,
    ]);
    app.clock.advance(DAY);
    await app.sql(`DELETE FROM bullmq.job WHERE name = 'payment-notices.process'`);
    await sweep();
    expect(
      await app.sql(
        `SELECT 1 FROM bullmq.job WHERE name = 'payment-notices.process'
           AND (data::jsonb ->> 'webhookId')::int = $1`,
        [old!.id],
      ),
    ).toEqual([]);
    expect(await app.findAlerts()).toContain('notice_parked');
    const handle = (action: string) =>
      app.callAsStaff('POST', `payment-notices/${action}`, {
        reason: 'The provider answers again.',
      });
    expect(await handle('retry')).toMatchObject({ status: 200 });
    expect(await readRow(old!.id)).toMatchObject({ attempts: 0, parked: false });
    expect(await app.findAlerts()).not.toContain('notice_parked');
    // It is an hour old, and due only now.
    expect(await findViolatedInvariants(app)).toEqual([]);
    expect(await handle('dismiss')).toMatchObject({
      status: 409,
      body: { code: 'NO_PARKED_NOTICES' },
    });
    await app.sql(
      `UPDATE payment_webhook SET parked_at = now(), last_error = 'None' WHERE id = $1`,
      [old!.id],
    );
    expect(await handle('999999/dismiss')).toMatchObject({ status: 409 });
    expect(await handle(`${old!.id}/dismiss`)).toMatchObject({ status: 200 });
    expect(
      await app.sql(
        'SELECT 1 FROM payment_webhook WHERE id = $1 AND processed_at IS NOT NULL AND parked_at IS NULL',
        [old!.id],
      ),
    ).toHaveLength(1);
    expect(
      await app.sql(
        `SELECT details FROM audit_log WHERE action = 'payment.notices_handled' ORDER BY id`,
      ),
    ).toEqual([
      {
        details:
          'Retried the parked notifications of the card provider (1: UNRESOLVABLE). The provider answers again.',
      },
      {
        details:
          'Dismissed the parked notifications of the card provider (1: UNRESOLVABLE). The provider answers again.',
      },
    ]);
    await app.sql(`DELETE FROM payment_webhook WHERE id = $1`, [old!.id]);
  });

  it('should have a queue of their own, so that no backlog of checks delays them', async () => {
    const { reference } = await app.startTopup();
    const id = await notify(reference);
    const queues = await eventually(
      () =>
        app.sql<{ queue: string }>(
          `SELECT j.queue FROM bullmq.job j WHERE (j.data::jsonb ->> 'webhookId')::int = $1`,
          [id],
        ),
      (rows) => rows.length > 0,
    );
    expect(queues).toEqual([{ queue: 'payment-notices' }]);
  });
});
