import type { MailTemplate } from '../../mail/mail.types';
import type { StockReplacement } from '../../proxies/stock-replacement/stock-replacement.service';

/** For the customer, who may have written the old address into the settings of a target. */
export const addressReplacedMail =
  ({ customer, proxyId, oldAddress, newAddress }: StockReplacement): MailTemplate =>
  () => ({
    subject: `The address of your proxy #${proxyId} has changed`,
    heading: 'Your proxy has a new address',
    paragraphs: [
      `Hello ${customer.name},`,
      `The address ${oldAddress} of your datacenter proxy #${proxyId} did not work any more. We replaced it by ${newAddress} in the same country, at no cost.`,
      'Host, port, user name and password stay as they are. Where you have allowed the old address at a target, allow the new one instead.',
    ],
    closing: 'Questions? Reply to this email or open the support page.',
  });
