/** Answers with the address that it sees; the samples ask it, so that customers see their exit. */
export const IP_TARGET = 'https://api.ipify.org';
