import { useSiteConfig } from '@/api/site-config';

/** Answers with the address that it sees; the samples ask it, so that customers see their exit. */
const IP_TARGET = 'https://api.ipify.org';

/** Simulated exits reach no public site: in the sandbox the samples ask the shop itself. */
export const useIpTarget = (): string =>
  useSiteConfig()?.sandbox ? `${window.location.origin}/sandbox/echo` : IP_TARGET;
