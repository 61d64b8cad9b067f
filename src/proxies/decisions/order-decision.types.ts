/** What staff decide about an order without an answer of the provider. Persisted values: never rename one. */
export const DECISION_OUTCOMES = ['delivered', 'refunded'] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

export type DecisionStatus = 'proposed' | 'approved' | 'rejected';
