export interface SafeStorage {
  /** Null where nothing is kept. */
  get(): string | null;
  set(text: string): void;
  clear(): void;
}

/** A text that outlives the page. A browser that refuses storage keeps nothing, and the page goes on without. */
export function createSafeStorage(
  where: 'localStorage' | 'sessionStorage',
  key: string,
): SafeStorage {
  const attempt = <T>(access: (storage: Storage) => T): T | null => {
    try {
      return access(window[where]);
    } catch {
      return null;
    }
  };
  return {
    get: () => attempt((storage) => storage.getItem(key)),
    set: (text) => void attempt((storage) => storage.setItem(key, text)),
    clear: () => void attempt((storage) => storage.removeItem(key)),
  };
}
