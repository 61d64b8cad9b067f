/** The shop's own addresses: mail goes to the domain the shop is served from. */
export const supportEmail = (): string =>
  `support@${window.location.hostname.replace(/^www\./, '')}`;
export const salesEmail = (): string => `sales@${window.location.hostname.replace(/^www\./, '')}`;

/** A chat in WhatsApp that already says which shop it is about; the reader picks the contact they saved. */
export const supportChatUrl = (): string =>
  `https://wa.me/?text=${encodeURIComponent(`Hello, I need help with my account on ${window.location.host}.`)}`;
