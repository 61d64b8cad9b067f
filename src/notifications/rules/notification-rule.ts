/** Finds and sends the notifications of one kind. */
export abstract class NotificationRule {
  /** Processes up to `limit` events in one transaction. @returns whether there are more. */
  abstract processBatch(limit: number): Promise<boolean>;
}
