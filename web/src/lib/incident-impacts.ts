/** How much of a part of the shop an incident concerns, in words. */
export const IMPACTS = {
  degraded: 'Degraded',
  partial_outage: 'Partial outage',
  outage: 'Outage',
} as const;
