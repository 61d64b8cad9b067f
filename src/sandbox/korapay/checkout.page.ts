import { formatNaira } from '../../common/money/money';
import { html, page } from '../html';
import type { SimulatedCharge } from './charge.types';
import { toOfferedChannels } from './checkout.service';

const NOTICE = html`<p class="card notice">
  <strong>This is a simulation.</strong> No card is asked for and no money moves. It stands in for
  Korapay's checkout while the platform runs in its sandbox.
</p>`;

export const checkoutPage = (charge: SimulatedCharge): string =>
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
