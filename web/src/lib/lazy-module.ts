import { useEffect, useReducer, useState } from 'react';

/** A chunk of the app whose parts are rendered at once with what else they belong to. */
export class LazyModule<T> {
  /** Undefined until loaded. */
  value: T | undefined;
  private loading: Promise<void> | undefined;

  constructor(private readonly importModule: () => Promise<{ default: T }>) {}

  /** @throws what the import throws; the next call tries again. */
  load(): Promise<void> {
    this.loading ??= this.importModule().then(
      (module) => void (this.value = module.default),
      (error: unknown) => {
        this.loading = undefined;
        throw error;
      },
    );
    return this.loading;
  }
}

/**
 * Loads a chunk and renders again when it is there. Unlike `lazy`, the component knows that it waits, so that
 * others can wait with it. A failure is thrown while rendering.
 * @returns its value; undefined until loaded.
 */
export function useLazyModule<T>(module: LazyModule<T>): T | undefined {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const [, fail] = useState<undefined>(undefined);
  useEffect(() => {
    if (module.value !== undefined) return;
    let isOpen = true;
    module.load().then(
      () => isOpen && render(),
      (error: unknown) =>
        isOpen &&
        fail(() => {
          throw error;
        }),
    );
    return () => void (isOpen = false);
  }, [module]);
  return module.value;
}
