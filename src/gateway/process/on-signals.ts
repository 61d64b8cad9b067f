import type { Logger } from 'pino';

export interface Stoppable {
  stop(): Promise<void>;
  stopNow(): Promise<void>;
}

/** For what is not a customer's connection; forces the exit of a stop that hangs. */
const FORCED_EXIT_MS = 6_000;

/** @param patienceMs how long an end in order may take before the process ends itself. */
export function forceExitAfter(patienceMs: number): void {
  setTimeout(() => process.exit(1), patienceMs + FORCED_EXIT_MS).unref();
}

/**
 * Ends this process at SIGTERM and SIGINT: in order at the first one, at once at the second. A defect ends it at once.
 * @param patienceMs how long the first one may take.
 * @returns ends it for another reason, with this status.
 */
export function stopOnSignals(
  what: Stoppable,
  patienceMs: number,
  log: Logger,
  signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'],
): (why: string, status: number) => void {
  let isStopping = false;
  let code = 0;
  const end = async (why: string, isHurried: boolean) => {
    log.info({ why, isHurried }, 'Gateway stopping');
    isStopping = true;
    forceExitAfter(isHurried ? 0 : patienceMs);
    await (isHurried ? what.stopNow() : what.stop());
    process.exit(code);
  };
  for (const signal of signals) process.on(signal, () => void end(signal, isStopping));
  const endAtOnce = (why: string, status: number) => {
    code = status;
    void end(why, true);
  };
  const onDefect = (err: unknown) => {
    log.fatal({ err }, 'Unexpected failure');
    endAtOnce('failure', 1);
  };
  process.once('uncaughtException', onDefect);
  process.once('unhandledRejection', onDefect);
  return endAtOnce;
}
