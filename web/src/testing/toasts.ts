import { act } from '@testing-library/react';
import { toast } from '@/lib/toast';

/** What is told as a toast right now, oldest first. */
export const told = (): string[] => toast.get().map(({ text }) => text);

/** Toasts outlive the screen that showed them, and would be found by the next test. */
export const forgetToasts = (): void =>
  act(() => toast.get().forEach(({ id }) => toast.dismiss(id)));
