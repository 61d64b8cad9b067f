import type { AdminTestApp } from './admin-test-app';

/** Transactions of each kind that staff have to look at, and of each kind one that they need not. */
export async function insertAttentionCases(testApp: AdminTestApp): Promise<void> {
  const ben = await testApp.createUser('user', 'Ben Watched');
  /** A card payment of Ben’s, which differs from an unremarkable one by `change`. */
  const pay = async (reference: string, change = '') => {
    await testApp.startPayment(ben.id, reference);
    if (change) await testApp.sql(`UPDATE payment SET ${change} WHERE reference = $1`, [reference]);
  };
  const refund = (reference: string, columns: string, values: string) =>
    testApp.sql(
      `INSERT INTO payment_refund (payment_id, reference, amount_kobo, reason, ${columns})
       SELECT id, 'RFD-' || reference, 100, 'r', ${values} FROM payment WHERE reference = $1`,
      [reference],
    );
  const notify = (reference: string, minutes: number) =>
    testApp.sql(
      `INSERT INTO payment_webhook (provider, body_hash, event, reference, payload, received_at)
       VALUES ('korapay', gen_random_uuid()::text, 'refund.success', $1, '{}',
               now() - make_interval(mins => $2))`,
      [reference, minutes],
    );
  const announceDispute = (reference: string, days: number) =>
    testApp.sql(
      `INSERT INTO audit_log (created_at, actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       SELECT now() - make_interval(days => $2), 'system', 'system', 'payment.dispute_announced', 'payment',
              'payment:' || id, 'high', '', '', '' FROM payment WHERE reference = $1`,
      [reference, days],
    );

  await pay('PAY-FINE');
  await pay('PAY-REVIEW', `status = 'review', next_check_at = NULL`);
  await pay('PAY-OVERDUE', `next_check_at = now() - interval '11 minutes'`);
  await pay('PAY-DUE', `next_check_at = now() - interval '9 minutes'`);
  await pay('PAY-REFUND-OVERDUE');
  await refund('PAY-REFUND-OVERDUE', 'next_check_at', `now() - interval '11 minutes'`);
  await pay('PAY-UNHEARD');
  await notify('PAY-UNHEARD', 11);
  await pay('PAY-REFUND-UNHEARD');
  await refund('PAY-REFUND-UNHEARD', 'next_check_at', 'now()');
  await notify('RFD-PAY-REFUND-UNHEARD', 11);
  await notify('PAY-FINE', 9);
  for (const [reference, days] of [
    ['PAY-DISPUTED', 6],
    ['PAY-DISPUTED-LONG-AGO', 8],
  ] as const) {
    await pay(reference, `status = 'successful', next_check_at = NULL`);
    await announceDispute(reference, days);
  }
  const acknowledge = (reference: string, kind: string, seen: string) =>
    testApp.sql(
      `INSERT INTO payment_acknowledgement (kind, payment_id, last_seen_id, note, acknowledged_by)
       SELECT $2, id, (${seen}), 'seen', user_id FROM payment WHERE reference = $1`,
      [reference, kind],
    );
  for (const [reference, again] of [
    ['PAY-DISPUTE-SEEN', false],
    ['PAY-DISPUTED-AGAIN', true],
  ] as const) {
    await pay(reference, `status = 'successful', next_check_at = NULL`);
    await announceDispute(reference, 1);
    await acknowledge(reference, 'dispute', 'SELECT max(id) FROM audit_log');
    if (again) await announceDispute(reference, 0);
  }
  await pay('PAY-REFUND-SEEN');
  await refund('PAY-REFUND-SEEN', 'status, updated_at', `'failed', now() - interval '8 days'`);
  await acknowledge('PAY-REFUND-SEEN', 'refund_failed', 'SELECT max(id) FROM payment_refund');
  await pay(
    'PAY-CHARGED-BACK',
    `status = 'successful', charged_back_kobo = amount_kobo,
      charged_back_at = now(), next_check_at = NULL`,
  );
  await announceDispute('PAY-CHARGED-BACK', 1);
  await pay('PAY-REFUND-FAILED');
  await refund('PAY-REFUND-FAILED', 'status, updated_at', `'failed', now() - interval '8 days'`);
  await pay('PAY-REFUND-ENDLESS');
  await refund(
    'PAY-REFUND-ENDLESS',
    'next_check_at, created_at',
    `now(), now() - interval '73 hours'`,
  );
  await pay('PAY-DIFFERS');
  await testApp.sql(
    `INSERT INTO payment_reconciliation (window_from, window_to, complete, listed, credited, settled,
         differences, started_at, finished_at)
       SELECT now(), now(), true, 0, 0, 0, jsonb_build_array(jsonb_build_object('kind', 'amount_differs', 'reference', reference,
           'paymentId', id, 'ourAmount', '1000.00', 'theirAmount', '900.00')), now(), now()
       FROM payment WHERE reference IN ('PAY-FINE', 'PAY-DIFFERS') ORDER BY reference DESC`,
  );
  const gone = await testApp.createUser('user', 'Gone Payer');
  await testApp.fund(gone.id, 700);
  await testApp.sql(
    `UPDATE wallet_transaction SET processed_at = now() - interval '2 days' WHERE user_id = $1`,
    [gone.id],
  );
  await testApp.sql(`UPDATE users SET closed_at = now() - interval '1 day' WHERE id = $1`, [
    gone.id,
  ]);
  await testApp.fund(gone.id, 800);
}
