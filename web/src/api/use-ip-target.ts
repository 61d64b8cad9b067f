import { useSiteConfig } from '@/api/site-config';

/** Answers with the address that it sees; the samples ask it, so that customers see their exit. */
const IP_TARGET = 'https://api.ipify.org';

/**
 * In the sandbox the samples ask the shop itself: a public site would see the address of this machine, if it can be
 * reached at all, and not that of the simulated exit.
 */
export const useIpTarget = (): string =>
  useSiteConfig()?.sandbox ? `${window.location.origin}/sandbox/echo` : IP_TARGET;
