import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this program, from its package.json. */
export function readPackageVersion(): string {
  const text = readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version?: string };
  return version ?? 'unknown';
}

/** How long an orderly end may take before it is cut short. */
const SHUTDOWN_TIMEOUT_MS = 6_000;

/**
 * Ends this process when the supervisor that started it is gone, even by kill -9: the channel to it
 * closes then. Does nothing in a process that was started without such a channel.
 * @param stop begins an orderly end; by default what Ctrl-C or a container's stop would do.
 */
export function exitWithParent(
  stop: () => void = () => process.kill(process.pid, 'SIGTERM'),
): void {
  if (!process.connected) return;
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    stop();
  });
  // The listener alone must not keep the process running.
  process.channel?.unref();
}

/** What a process sends its supervisor once it can do its work. */
export const READY_MESSAGE = 'ready';

/** Notifies the supervisor that this process is ready. Does nothing in a process without one. */
export function notifyParentReady(): void {
  process.send?.(READY_MESSAGE);
}
