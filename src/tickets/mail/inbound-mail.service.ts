import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { TicketAttachmentsService } from '../attachments.service';
import { MAX_ATTACHMENTS, Ticket, TicketMessage } from '../ticket.entity';
import { refuse } from '../tickets.errors';
import { readReplyAddress } from './reply-address';

/** Where the text of the author ends and the mail that is answered begins, as the usual mail programs write it. */
const QUOTE_STARTS = [
  /^>/,
  /^On .{5,200}(wrote|said):\s*$/i,
  /^(Le|El|Am|Il) .{5,200}(écrit|escribió|schrieb|scritto)\s?:\s*$/i,
  /^-{2,}\s*(Original Message|Forwarded message|Reply above this line)/i,
  /^_{10,}\s*$/,
  /^(From|Sent|De|Von):\s.+/,
  /^-- ?$/,
];

/** What a person wrote in an answer, without the quoted mail and the signature. */
export function cutQuote(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const start = lines.findIndex((line, index) => {
    // "On Monday, Bola\n<b@example.com> wrote:" in two lines.
    const joined = `${line} ${lines[index + 1] ?? ''}`;
    return QUOTE_STARTS.some((quote) => quote.test(line)) || QUOTE_STARTS[1]!.test(joined);
  });
  return (start < 0 ? lines : lines.slice(0, start)).join('\n').trim();
}

type MailHeaders = ReadonlyMap<string, string>;

/** Mails of programs: automatic answers, lists and reports of failures, which would answer each other for ever. */
export function isAutomatic(headers: MailHeaders, from: string): boolean {
  const submitted = headers.get('auto-submitted')?.toLowerCase();
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /^(bulk|junk|list|auto_reply)$/i.test(headers.get('precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'list-id', 'list-unsubscribe', 'x-loop'].some((name) =>
      headers.has(name),
    ) ||
    headers.get('return-path')?.trim() === '<>' ||
    /^(mailer-daemon|postmaster|no-?reply|bounces?)\b/i.test(from)
  );
}

const BODY_MAX = 8000;
/** Of one ticket in an hour, beyond which something answers itself. */
const MAX_MAILS_PER_HOUR = 20;

/** Why a mail was added to no ticket. */
export type Ignored = 'automatic' | 'unknown' | 'empty' | 'repeated' | 'too_many';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Adds answers that come by mail to their tickets. Such a mail changes nothing else: it credits, buys and refunds nothing. */
@Injectable()
export class InboundMailService {
  private readonly logger = new Logger(InboundMailService.name);

  constructor(
    private readonly config: AppConfig,
    private readonly attachments: TicketAttachmentsService,
    private readonly uow: UnitOfWork,
  ) {}

  /** @throws DomainError INBOUND_OFF, INBOUND_SECRET. */
  assertSecret(given: string | undefined): void {
    const { inboundSecret } = this.config.support;
    if (!inboundSecret) throw refuse('INBOUND_OFF');
    if (!timingSafeEqual(digest(given ?? ''), digest(inboundSecret)))
      throw refuse('INBOUND_SECRET');
  }

  /**
   * @param raw the mail as it was received (RFC 5322).
   * @returns the ticket that it was added to, or why it was ignored.
   */
  async receive(raw: unknown): Promise<number | Ignored> {
    if (!Buffer.isBuffer(raw)) return 'empty';
    const { default: PostalMime } = await import('postal-mime');
    const mail = await PostalMime.parse(raw);
    const outcome = await this.add(mail);
    if (typeof outcome === 'string')
      this.logger.warn({ reason: outcome }, 'A received email was not added to a ticket');
    return outcome;
  }

  private async add(mail: import('postal-mime').Email): Promise<number | Ignored> {
    const from = mail.from?.address?.toLowerCase() ?? '';
    const headers = new Map(mail.headers.map(({ key, value }) => [key.toLowerCase(), value]));
    if (!from || isAutomatic(headers, from)) return 'automatic';
    const receivers = [...(mail.to ?? []), ...(mail.cc ?? [])].map(({ address }) => address ?? '');
    const delivered = headers.get('delivered-to') ?? headers.get('x-original-to');
    const id = [...receivers, ...(delivered ? [delivered] : [])]
      .map((to) => readReplyAddress(this.config, to, from))
      .find((found) => found !== null);
    if (id === undefined || id === null) return 'unknown';
    const text = cutQuote(mail.text ?? toText(mail.html ?? '')).slice(0, BODY_MAX);
    const files = mail.attachments.filter(({ disposition }) => disposition === 'attachment');
    if (!text && !files.length) return 'empty';
    const mailId = (
      mail.messageId ?? digest(`${from}${mail.date ?? ''}${text}`).toString('hex')
    ).slice(0, 300);
    return this.uow.run(() => this.append(id, from, mailId, text, files));
  }

  private async append(
    id: number,
    from: string,
    mailId: string,
    text: string,
    files: readonly import('postal-mime').Attachment[],
  ): Promise<number | Ignored> {
    const manager = this.uow.requireTransaction();
    const ticket = await manager.findOne(Ticket, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!ticket) return 'unknown';
    // The address may have changed, or the account may be closed, since the mail that is answered.
    const [state] = await manager.query<{ known: boolean; repeated: boolean; mails: number }[]>(
      `SELECT EXISTS (SELECT FROM users WHERE id = $1 AND email = $2 AND status = 'active' AND closed_at IS NULL) AS known,
         EXISTS (SELECT FROM ticket_message WHERE ticket_id = $4 AND mail_id = $3) AS repeated,
         (SELECT count(*)::int FROM ticket_message WHERE ticket_id = $4 AND mail_id IS NOT NULL
            AND created_at > now() - interval '1 hour') AS mails`,
      [ticket.openedBy, from, mailId, id],
    );
    if (!state!.known) return 'unknown';
    if (state!.repeated) return 'repeated';
    if (state!.mails >= MAX_MAILS_PER_HOUR) return 'too_many';
    const { identifiers } = await manager.insert(TicketMessage, {
      ...{ ticketId: id, authorId: ticket.openedBy, kind: 'customer', mailId },
      body: text || '(No text)',
    });
    const messageId = identifiers[0]!.id as number;
    await manager.update(Ticket, { id }, { status: 'open', updatedAt: () => 'now()' });
    const left = await this.storeFiles(ticket.openedBy, messageId, files);
    if (left > 0)
      await manager.query(`UPDATE ticket_message SET body = body || $2 WHERE id = $1`, [
        messageId,
        `\n\n[${left === 1 ? 'An attachment was' : `${left} attachments were`} left out: only images, text and PDF up to 5 MB are kept.]`,
      ]);
    return id;
  }

  /** @returns how many were left out. */
  private async storeFiles(
    author: number,
    messageId: number,
    files: readonly import('postal-mime').Attachment[],
  ): Promise<number> {
    let kept = 0;
    for (const { filename, content } of files.slice(0, MAX_ATTACHMENTS))
      try {
        // Never text: `attachmentEncoding` is left at its default.
        const bytes = Buffer.from(content as ArrayBuffer);
        await this.attachments.store(author, filename ?? 'file', bytes, messageId);
        kept += 1;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
    return files.length - kept;
  }
}

/** The text of a mail that has HTML only. */
const toText = (html: string): string =>
  html
    .replace(/<(style|script|blockquote)[\s\S]*?<\/\1>/gi, '')
    .replace(/<(br|\/p|\/div|\/li)[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
