import { act } from '@testing-library/react';
import { toast } from '@/lib/toast';

/** What is told as a toast right now, oldest first. */
export const told = (): string[] => toast.get().map(({ text }) => text);

const heard = new Map<number, string>();
toast.subscribe(() => toast.get().forEach(({ id, text }) => heard.set(id, text)));

/** The same with what is gone again: a busy machine may look when it is too late. */
export const everTold = (): string[] => [...heard.values()];

/** Toasts outlive the screen that showed them, and would be found by the next test. */
export const forgetToasts = (): void => {
  act(() => toast.get().forEach(({ id }) => toast.dismiss(id)));
  heard.clear();
};
