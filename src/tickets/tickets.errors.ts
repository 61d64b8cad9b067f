import { DomainError, refusalsOf } from '../common/errors/domain-error';
import { MAX_OPEN_TICKETS } from './ticket.entity';

export const refuse = refusalsOf({
  not_found: {
    TICKET_NOT_FOUND: 'We couldn’t find that ticket.',
    ATTACHMENT_NOT_FOUND: 'We couldn’t find that file. Attach it again.',
    REPLY_NOT_FOUND: 'We couldn’t find that reply.',
    INBOUND_OFF: 'Mail is not received here.',
    TICKET_CONTEXT_NOT_FOUND: 'We couldn’t find the proxy or order of this ticket.',
  },
  unauthenticated: {
    INBOUND_SECRET: 'The secret is missing or wrong.',
  },
  too_large: {
    ATTACHMENT_TOO_LARGE: 'A file can have 5 MB.',
  },
  invalid: {
    ATTACHMENT_TYPE: 'Attach an image (PNG, JPEG, GIF, WebP), a PDF or a text file.',
  },
  conflict: {
    TOO_MANY_ATTACHMENTS: 'Send the files that you have attached first.',
    TICKET_CLOSED: 'This ticket is already closed.',
    TOO_MANY_TICKETS: `You have ${MAX_OPEN_TICKETS} open tickets. Reply to one of them, or close one.`,
  },
});

/** Somebody wrote between reading the ticket and answering it. */
export const answeredMeanwhile = (name: string): DomainError =>
  new DomainError(
    'conflict',
    'TICKET_ANSWERED',
    `${name} wrote in this ticket after you opened it. Read the new message, then send yours again.`,
  );
