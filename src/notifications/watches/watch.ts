/** Looks after one kind of notice. */
export abstract class Watch {
  /** Tells up to `limit` due things, in one transaction. @returns whether there is more already. */
  abstract batch(limit: number): Promise<boolean>;
}
