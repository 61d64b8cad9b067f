import { Get, Headers, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { MailService } from '../../mail/mail.service';
import { toContentSecurityPolicy } from '../html';
import { SandboxController } from '../sandbox-controller.decorator';
import { inboxPage } from './inbox.page';

/** The mails the platform sent: an HTML page, JSON with `Accept: application/json`. */
@SandboxController('inbox')
export class InboxController {
  constructor(private readonly mail: MailService) {}

  @Get()
  async showInbox(
    @Query('to') to: string | string[] | undefined,
    @Headers('accept') accept: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const address = typeof to === 'string' && to ? to : undefined;
    const mails = await this.mail.inbox({ to: address });
    void reply.header('cache-control', 'no-store').header('vary', 'accept');
    if (accept?.includes('application/json'))
      await reply.send(
        mails.map(({ to: recipient, subject, text, html, date }) => ({
          to: recipient,
          subject,
          text,
          html,
          date,
        })),
      );
    else
      await reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': toContentSecurityPolicy(),
        })
        .send(inboxPage(mails, address));
  }
}
