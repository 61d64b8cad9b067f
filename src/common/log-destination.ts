import { destination, transport, type DestinationStream } from 'pino';

/**
 * Standard output for pino, written line by line. Pino's own is buffered, and sonic-boom 4.2 writes the rest when the
 * process exits: where nobody reads it any more, that is repeated without end, and the process stays.
 * @param isPretty for people instead of machines
 */
export const openLogDestination = (isPretty: boolean): DestinationStream =>
  isPretty ? transport({ target: 'pino-pretty' }) : destination({ sync: true });
