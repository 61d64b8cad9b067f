import { Injectable } from '@nestjs/common';
import { decrypt, encrypt } from '../../common/crypto/secrets';
import { AppConfig } from '../../config/app-config';
import { mailContext } from '../mail.encrypted-columns';

interface Body {
  readonly text: string;
  readonly html: string;
}

/** Encrypts mail bodies, which may carry codes and links, bound to their recipient. */
@Injectable()
export class MailBodyCipher {
  constructor(private readonly config: AppConfig) {}

  encrypt(recipient: string, { text, html }: Body): string {
    return encrypt(
      this.config.key('secrets'),
      mailContext(recipient),
      JSON.stringify({ text, html } satisfies Body),
    );
  }

  decrypt(recipient: string, encrypted: string): Body {
    return JSON.parse(
      decrypt(this.config.key('secrets'), mailContext(recipient), encrypted),
    ) as Body;
  }
}
