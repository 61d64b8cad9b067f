import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailService } from '../../mail/mail.service';
import {
  StockReplacementService,
  type StockReplacement,
} from '../../proxies/stock-replacement/stock-replacement.service';
import { addressReplacedMail } from './address-replaced.mail';

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
