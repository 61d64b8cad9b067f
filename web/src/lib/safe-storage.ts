export interface SafeStorage {
  /** Null if nothing is stored. */
  get(): string | null;
  set(text: string): void;
  clear(): void;
}

/** A stored text. Where storage is unavailable, nothing is stored and no error is thrown. */
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
