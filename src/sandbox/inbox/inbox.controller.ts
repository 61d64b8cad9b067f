import type { InboxMail } from '../../mail/mail.types';
import { escapeHtml, Html, html, page, toContentSecurityPolicy } from '../html';
import { Get, Headers, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { MailService } from '../../mail/mail.service';
import { SandboxController } from '../sandbox-controller.decorator';

/** Plain text with its web addresses made into links. */
function linked(text: string): Html {
  const parts = text.split(/(https?:\/\/[^\s<>"']+)/);
  return new Html(
    parts
      .map((part, index) => {
        const safe = escapeHtml(part);
        return index % 2 ? `<a href="${safe}">${safe}</a>` : safe;
      })
      .join(''),
  );
}

/** A mail's links open in the window, not in the frame that shows it. */
const frameDocument = (mail: InboxMail): string => `<base target="_top">${mail.html}`;

const letter = (mail: InboxMail): Html =>
  html`<article class="card">
    <h2>${mail.subject}</h2>
    <p class="soft">
      To ${mail.to}, <time datetime="${mail.date.toISOString()}">${mail.date.toUTCString()}</time>
    </p>
    <pre>${linked(mail.text)}</pre>
    <details>
      <summary>As it looks in a mail program</summary>
      <iframe
        title="${mail.subject}"
        sandbox="allow-top-navigation-by-user-activation"
        loading="lazy"
        srcdoc="${frameDocument(mail)}"
      ></iframe>
    </details>
  </article>`;

/** @param to the address the list is limited to. */
export const inboxPage = (mails: readonly InboxMail[], to: string | undefined): string =>
  page(
    'Sandbox inbox',
    html`<h1>Sandbox inbox</h1>
      <p class="card notice">
        Every mail the platform wrote while it runs in its sandbox${to ? html`, to ${to}` : ''}.
        Newest first; reload to see new ones.
      </p>
      ${mails.length ? mails.map(letter) : html`<p>No mail yet.</p>`}`,
  );

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
