import { MINUTE } from '../time/clock';

/** Bounds the memory: keys are made of what callers send. */
const MAX_KEYS = 10_000;

interface Window {
  readonly startedAt: number;
  suppressed: number;
}

/** Lets the first event of a key through in each minute and counts the others. */
export class EventSampler {
  private readonly windows = new Map<string, Window>();

  /** @returns the events suppressed since the last one let through; null to suppress this one. */
  admit(key: string, now: Date): number | null {
    const window = this.windows.get(key);
    if (window && now.getTime() - window.startedAt < MINUTE) {
      window.suppressed += 1;
      return null;
    }
    if (!window && this.windows.size >= MAX_KEYS) this.windows.clear();
    this.windows.set(key, { startedAt: now.getTime(), suppressed: 0 });
    return window?.suppressed ?? 0;
  }
}
