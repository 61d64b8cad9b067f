import type { MigrationInterface, QueryRunner } from 'typeorm';

const createFunction = (amount: string): string => `
  CREATE OR REPLACE FUNCTION emit_payment_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM emit_webhook_event(NEW.user_id, 'payment.credited', jsonb_build_object('payment_id', NEW.id,
      'reference', NEW.reference, 'amount', (${amount} / 100)::bigint, 'currency', NEW.currency));
    RETURN NULL;
  END
  $$`;

/** `payment.credited` tells what the wallet got: staff may accept a payment in review at another amount. */
export class TellCreditedAmount1763600043120 implements MigrationInterface {
  name = 'TellCreditedAmount1763600043120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      createFunction('(coalesce(NEW.credited_kobo, NEW.amount_kobo) + NEW.goodwill_kobo)'),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(createFunction('NEW.amount_kobo'));
  }
}
