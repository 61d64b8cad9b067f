import { act } from '@testing-library/react';
import { toast, TOAST_MS } from '@/lib/toast';

const asShipped = { ...TOAST_MS };

/** A busy machine may look long after something was told: it then still stands there. */
export const keepToasts = (): void =>
  void Object.assign(TOAST_MS, { error: 600_000, success: 600_000, blank: 600_000 });

/** For how long people see them. */
export const letToastsGo = (): void => void Object.assign(TOAST_MS, asShipped);

/** What is told as a toast right now, oldest first. */
export const told = (): string[] => toast.get().map(({ text }) => text);

const heard = new Map<number, string>();
toast.subscribe(() => toast.get().forEach(({ id, text }) => heard.set(id, text)));

/** The same with what was taken away again. */
export const everTold = (): string[] => [...heard.values()];

/** Toasts outlive the screen that showed them, and would be found by the next test. */
export const forgetToasts = (): void => {
  act(() => toast.get().forEach(({ id }) => toast.dismiss(id)));
  heard.clear();
};
