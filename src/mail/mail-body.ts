import { Injectable } from '@nestjs/common';
import { open, seal } from '../common/crypto/secret-box';
import { AppConfig } from '../config/app-config';
import { mailContext } from './mail.seals';

interface Body {
  readonly text: string;
  readonly html: string;
}

/** Seals what a mail says, since it may carry codes and links. It opens for its recipient only. */
@Injectable()
export class MailBody {
  constructor(private readonly config: AppConfig) {}

  seal(recipient: string, { text, html }: Body): string {
    return seal(
      this.config.key('secrets'),
      mailContext(recipient),
      JSON.stringify({ text, html } satisfies Body),
    );
  }

  open(recipient: string, sealed: string): Body {
    return JSON.parse(open(this.config.key('secrets'), mailContext(recipient), sealed)) as Body;
  }
}
