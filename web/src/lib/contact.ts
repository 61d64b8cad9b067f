/** The shop's own addresses: mail goes to the domain the shop is served from. */
export const supportEmail = (): string =>
  `support@${window.location.hostname.replace(/^www\./, '')}`;
export const salesEmail = (): string => `sales@${window.location.hostname.replace(/^www\./, '')}`;
