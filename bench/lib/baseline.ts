import type { Pool } from 'pg';
import type { Caller } from './callers';
import { closedLoop, type Measurements } from './load';
import type { Transcript } from './transcript';

/** Placeholders of a caller's values in a recorded transcript. */
export const toPlaceholders = (caller: Caller): Record<string, string> => ({
  [String(caller.id)]: 'id',
  [caller.sessionId]: 'session',
  [caller.name]: 'name',
  [caller.email]: 'email',
});

export const toCallerValues = ({ id, sessionId, name, email }: Caller): Record<string, string> => ({
  id: String(id),
  session: sessionId,
  name,
  email,
});

/** The same statements in the same transactions, sent by the bare driver, one call after another. */
export function runBaseline(
  pool: Pool,
  transcript: Transcript,
  concurrency: number,
  budget: { seconds: number; maxCalls?: number },
  next: (
    worker: number,
    call: number,
  ) => { caller: Record<string, string>; replaced?: Record<string, string> },
): Promise<Measurements> {
  return closedLoop(concurrency, budget, async (worker, call) => {
    const { caller, replaced } = next(worker, call);
    const client = await pool.connect();
    try {
      await transcript.replay(client, caller, replaced);
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  });
}
