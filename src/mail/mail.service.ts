import { Injectable } from '@nestjs/common';
import { IsNull, Not, Raw } from 'typeorm';
import { refusalsOf } from '../common/errors/domain-error';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { JobQueue } from '../queue/job-queue';
import { SettingsService } from '../settings/settings.service';
import type { InboxMail, MailContent, MailTemplate, NewMail } from './mail.types';
import { decryptBody, decryptContent, encryptBody, encryptContent } from './outbox/mail-body';
import { MailMessage } from './outbox/mail-message.entity';
import { inlineLogo, renderMail } from './templates/render-mail';

const INBOX_LIMIT = 200;
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

const refuse = refusalsOf({
  not_found: { MAIL_NOT_FOUND: 'We couldn’t find that email.' },
  conflict: {
    MAIL_NOT_WAITING:
      'This email is sent, or what it said is no longer kept. It cannot be tried again.',
    MAIL_NOT_KEPT:
      'This email cannot be sent again: it had a code or link that works once, is still on its way, or is older. Let the customer ask for a new one.',
  },
});

/** Writes mail to the outbox, in the transaction that causes it. */
@Injectable()
export class MailService {
  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly jobs: JobQueue,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Writes a mail to the outbox; it is sent once the open unit of work has committed, and never
   * when it rolls back. Sent at least once: a crash in the middle of sending repeats it.
   * @param content of which it was rendered, to send it again.
   * @throws Error without a unit of work, or when `to` or `replyTo` is not one plain address.
   */
  async enqueue(mail: NewMail, content?: MailContent): Promise<void> {
    if (!ADDRESS.test(mail.to)) throw new Error('A mail needs one plain address');
    if (mail.replyTo !== undefined && !ADDRESS.test(mail.replyTo))
      throw new Error('Answers go to one plain address');
    const { identifiers } = await this.uow.requireTransaction().insert(MailMessage, {
      recipient: mail.to,
      // A line break in a subject would start a header of its own.
      subject: mail.subject.replace(/\s+/g, ' ').trim(),
      body: encryptBody(this.config, mail.to, mail),
      content: content ? encryptContent(this.config, mail.to, content) : null,
      replyTo: mail.replyTo ?? null,
      nextAttemptAt: () => 'now()',
    });
    const mailId = identifiers[0]!.id as number;
    await this.uow.afterCommit(() => this.jobs.add('mail.send', { mailId }));
  }

  /**
   * Renders a template and enqueues it.
   * @param replyTo reply address; the sender when left out.
   */
  async enqueueTemplate(to: string, template: MailTemplate, replyTo?: string): Promise<void> {
    const settings = await this.settings.current();
    const site = { ...settings, url: this.config.http.appUrl };
    const content = template(settings.siteName);
    await this.enqueue({ to, replyTo, ...renderMail(content, site) }, content);
  }

  /**
   * Enqueues a mail anew that was sent to this address, or failed. Needs an open unit of work.
   * @returns its subject.
   * @throws DomainError MAIL_NOT_FOUND, MAIL_NOT_KEPT.
   */
  async resend(recipient: string, id: number): Promise<string> {
    const mail = await this.uow.manager.findOneBy(MailMessage, { id, recipient });
    if (!mail) throw refuse('MAIL_NOT_FOUND');
    if (mail.content === null || mail.status === 'queued') throw refuse('MAIL_NOT_KEPT');
    const content = decryptContent(this.config, recipient, mail.content);
    await this.enqueueTemplate(recipient, () => content, mail.replyTo ?? undefined);
    return mail.subject;
  }

  /** Erases what was mailed to an address, except for what is still on its way. Needs an open unit of work. */
  async eraseContents(recipient: string): Promise<void> {
    await this.uow.requireTransaction().update(MailMessage, { recipient }, { content: null });
  }

  /**
   * Sends a queued mail now, and gives a failed one all its attempts again. Needs an open unit of work.
   * @returns its subject.
   * @throws DomainError MAIL_NOT_FOUND, MAIL_NOT_WAITING.
   */
  async retry(id: number): Promise<string> {
    const mails = this.uow.requireTransaction().getRepository(MailMessage);
    const mail = await mails.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!mail) throw refuse('MAIL_NOT_FOUND');
    if (mail.status === 'sent' || mail.body === null) throw refuse('MAIL_NOT_WAITING');
    const attempts = mail.status === 'failed' ? 0 : mail.attempts;
    await mails.update({ id }, { status: 'queued', attempts, nextAttemptAt: () => 'now()' });
    await this.uow.afterCommit(() => this.jobs.add('mail.send', { mailId: id }));
    return mail.subject;
  }

  /**
   * Mails of the sandbox, newest first, at most 200; including unsent ones.
   * @param filter.to only mails to this address, in any case.
   * @throws Error outside the sandbox, where mail is private.
   */
  async inbox(filter: { to?: string } = {}): Promise<InboxMail[]> {
    if (!this.config.sandbox) throw new Error('Only the sandbox has an inbox');
    const { to } = filter;
    const stored = await this.uow.manager.find(MailMessage, {
      where: {
        body: Not(IsNull()),
        ...(to !== undefined && {
          recipient: Raw((column) => `lower(${column}) = lower(:to)`, { to }),
        }),
      },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: INBOX_LIMIT,
    });
    return stored.map(({ recipient, subject, replyTo, body, createdAt }) => {
      const { text, html } = decryptBody(this.config, recipient, body!);
      const read = { text, html: inlineLogo(html), date: createdAt };
      return { to: recipient, subject, replyTo: replyTo ?? undefined, ...read };
    });
  }
}
