import { destination, type DestinationStream } from 'pino';

/**
 * Standard output for pino, written line by line. Pino's own is buffered, and sonic-boom 4.2 writes the rest when the
 * process exits: where nobody reads it any more, that is repeated without end, and the process stays.
 */
export const openLogDestination = (): DestinationStream => destination({ sync: true });
