import 'reflect-metadata';
import { createThrottlerOptions } from '../auth/rate-limits/rate-limit.guard';
import { PaymentWebhookController } from '../payments/webhooks/payment-webhook.controller';
import { CheckoutController } from './korapay/checkout.controller';
import { ControlController } from './korapay/control.controller';
import { KorapayController } from './korapay/korapay.controller';
import { InboxController } from './inbox/inbox.controller';

const limits = createThrottlerOptions();
const throttlers = Array.isArray(limits) ? limits : limits.throttlers;
/** Throttlers that apply to every route by default. */
const general = throttlers.filter(({ skipIf }) => !skipIf).map(({ name }) => name);

describe('SandboxController and the general rate limit', () => {
  it('uses the throttler named caller', () => expect(general).toEqual(['caller']));

  it.each([CheckoutController, ControlController, InboxController, KorapayController])(
    'does not count the sandbox (%p)',
    (controller) => {
      for (const name of general)
        expect(Reflect.getMetadata(`THROTTLER:SKIP${name}`, controller)).toBe(true);
    },
  );

  it('excludes the provider’s webhooks', () => {
    const route = PaymentWebhookController.prototype.receiveKorapayWebhook;
    for (const name of general)
      expect(Reflect.getMetadata(`THROTTLER:SKIP${name}`, route)).toBe(true);
  });
});
