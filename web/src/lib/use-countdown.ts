import { useCallback, useEffect, useState } from 'react';

/** Seconds left until zero, and a function that restarts the countdown. */
export function useCountdown(
  initialSeconds = 0,
): [left: number, restart: (seconds: number) => void] {
  const [{ now, until }, setTimes] = useState(() => startNow(initialSeconds));
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const running = left > 0;

  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setTimes((times) => ({ ...times, now: Date.now() })), 250);
    return () => clearInterval(timer);
  }, [running]);

  const restart = useCallback((seconds: number) => setTimes(startNow(seconds)), []);
  return [left, restart];
}

function startNow(seconds: number): { now: number; until: number } {
  const now = Date.now();
  return { now, until: now + seconds * 1000 };
}
