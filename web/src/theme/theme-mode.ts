import { createSafeStorage } from '@/lib/safe-storage';
import { createStore, useStore } from '@/lib/store';
import type { Scheme } from './tokens';

export type ThemeMode = Scheme | 'system';

/** Also read by public/theme.js before the first paint. */
export const THEME_KEY = 'nairaproxy.theme';

const isMode = (value: string | null): value is ThemeMode =>
  value === 'light' || value === 'dark' || value === 'system';

const kept = createSafeStorage('localStorage', THEME_KEY);

function storedMode(): ThemeMode {
  const value = kept.get();
  return isMode(value) ? value : 'system';
}

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
const mode = createStore<ThemeMode>(storedMode());

const resolve = (): Scheme => {
  const wanted = mode.get();
  if (wanted !== 'system') return wanted;
  return prefersDark.matches ? 'dark' : 'light';
};

const scheme = createStore<Scheme>(resolve());

function apply(): void {
  scheme.set(resolve());
  document.documentElement.dataset.theme = scheme.get();
}

prefersDark.addEventListener('change', apply);
apply();

export function setThemeMode(next: ThemeMode): void {
  kept.set(next);
  mode.set(next);
  apply();
}

export const useThemeMode = (): ThemeMode => useStore(mode);
export const useScheme = (): Scheme => useStore(scheme);
