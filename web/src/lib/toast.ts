import { createStore } from './store';

export type ToastKind = 'success' | 'error' | 'blank';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
}

export const TOAST_MS: Record<ToastKind, number> = { error: 4000, success: 2000, blank: 4000 };
export const TOAST_LIMIT = 20;

const store = createStore<readonly Toast[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let lastId = 0;

function arm(id: number, kind: ToastKind): void {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => dismiss(id), TOAST_MS[kind]),
  );
}

function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  store.set(store.get().filter((toast) => toast.id !== id));
}

/** The same words said twice at once are one toast that stays longer. */
function show(kind: ToastKind, text: string): number {
  const same = store.get().find((toast) => toast.kind === kind && toast.text === text);
  const id = same?.id ?? ++lastId;
  if (!same) {
    const kept = [...store.get(), { id, kind, text }];
    kept.slice(0, -TOAST_LIMIT).forEach((oldest) => dismiss(oldest.id));
    store.set(kept.slice(-TOAST_LIMIT));
  }
  arm(id, kind);
  return id;
}

export const toast = {
  get: store.get,
  subscribe: store.subscribe,
  dismiss,
  success: (text: string): number => show('success', text),
  error: (text: string): number => show('error', text),
  blank: (text: string): number => show('blank', text),
  /** While the pointer or focus rests on the toasts nobody loses one half-read. */
  pause: (): void => timers.forEach((timer) => clearTimeout(timer)),
  resume: (): void => store.get().forEach(({ id, kind }) => arm(id, kind)),
};
