export const CARD_COLORS = ['green', 'blue', 'purple', 'orange', 'red', 'gray'] as const;
/** A hue the page has a token for. */
export type CardColor = (typeof CARD_COLORS)[number];

export const CARD_ICONS = [
  ...['users', 'proxies', 'revenue', 'orders', 'clock', 'errors', 'uptime', 'queue'],
  ...['database', 'traffic'],
] as const;
export type CardIcon = (typeof CARD_ICONS)[number];
