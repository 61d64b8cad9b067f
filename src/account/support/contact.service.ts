import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailService } from '../../mail/mail.service';

export interface ContactMessage {
  readonly name: string;
  /** Where the answer goes. */
  readonly email: string;
  readonly company?: string;
  readonly message: string;
}

@Injectable()
export class ContactService {
  constructor(
    private readonly config: AppConfig,
    private readonly mail: MailService,
    private readonly uow: UnitOfWork,
  ) {}

  /** Mails a message to support with the sender as Reply-To. */
  async pass({ name, email, company, message }: ContactMessage): Promise<void> {
    const from = company ? `${name}, ${company}` : name;
    await this.uow.run(() =>
      this.mail.enqueueTemplate(
        this.config.support.email,
        (site) => ({
          subject: `Message for ${site} from ${from}`,
          heading: `Message from ${from}`,
          paragraphs: paragraphsOf(message),
          closing: `Sent by ${name} (${email}) with the contact form. Reply to this email to answer. The address is not verified.`,
        }),
        email,
      ),
    );
  }
}

const paragraphsOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean);
