import { DomainError, refusalsOf } from '../common/errors/domain-error';
import { MAX_OPEN_TICKETS } from './ticket.entity';

export const refuse = refusalsOf({
  not_found: {
    TICKET_NOT_FOUND: 'We couldn’t find that ticket.',
    TICKET_CONTEXT_NOT_FOUND: 'We couldn’t find the proxy or order of this ticket.',
  },
  conflict: {
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
