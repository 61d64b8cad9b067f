import { useSyncExternalStore } from 'react';
import { createStore } from '@/lib/store';
import type { Scheme } from './tokens';

export type ThemeMode = Scheme | 'system';

/** public/theme.js reads the same key before the first paint. */
export const THEME_KEY = 'nairaproxy.theme';

const isMode = (value: string | null): value is ThemeMode =>
  value === 'light' || value === 'dark' || value === 'system';

function storedMode(): ThemeMode {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return isMode(value) ? value : 'system';
  } catch {
    return 'system';
  }
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
  try {
    localStorage.setItem(THEME_KEY, next);
  } catch {
    // The choice then lasts as long as the tab.
  }
  mode.set(next);
  apply();
}

export const useThemeMode = (): ThemeMode => useSyncExternalStore(mode.subscribe, mode.get);
export const useScheme = (): Scheme => useSyncExternalStore(scheme.subscribe, scheme.get);
