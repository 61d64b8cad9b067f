import type { MailTemplate } from '../../mail/mail.types';
import {
  type StockReplacement,
  StockReplacementService,
} from '../../proxies/stock-replacement/stock-replacement.service';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailService } from '../../mail/mail.service';

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

/** Replaces the unit of stock behind a proxy and mails its customer, or neither. */
@Injectable()
export class ReplacedAddressService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly replacements: StockReplacementService,
    private readonly mail: MailService,
  ) {}

  /** @throws DomainError as `StockReplacementService.replace`. */
  replace(actor: Actor, unitId: number, reason: string): Promise<StockReplacement> {
    return this.uow.run(async () => {
      const replaced = await this.replacements.replace(actor, unitId, reason);
      await this.mail.enqueueTemplate(replaced.customer.email, addressReplacedMail(replaced));
      return replaced;
    });
  }
}
