export type Scheme = 'light' | 'dark';
export type Area = 'customer' | 'admin';

/** The colours of tokens.css for Ant Design, which computes with them; a test keeps both equal. */
export const palette = {
  light: {
    bg: '#f6f8f7',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#f0f3f1',
    text: '#111814',
    soft: '#47524b',
    muted: '#5c6861',
    line: '#e2e7e4',
    'line-strong': '#c9d1cc',
    accent: '#0f6b3f',
    'accent-hover': '#0b5532',
    'accent-soft': '#e7f3ec',
    'accent-soft-hover': '#d6eadf',
    'accent-text': '#0f6b3f',
    'on-accent': '#ffffff',
    brand: '#0f6b3f',
    'on-brand': '#ffffff',
    success: '#17703f',
    'success-soft': '#e7f4ec',
    warning: '#875000',
    'warning-soft': '#fdf3df',
    danger: '#b3261e',
    'danger-hover': '#8f1d17',
    'on-danger': '#ffffff',
    'danger-soft': '#fdecea',
    info: '#1d5ba8',
    'info-soft': '#e8f0fa',
  },
  dark: {
    bg: '#0c100e',
    surface: '#131816',
    raised: '#1a211d',
    sunken: '#0f1412',
    text: '#e7ece9',
    soft: '#b6c0ba',
    muted: '#95a19a',
    line: '#242c28',
    'line-strong': '#39443e',
    accent: '#3fb57f',
    'accent-hover': '#5ac795',
    'accent-soft': '#14281e',
    'accent-soft-hover': '#1b3628',
    'accent-text': '#5cc795',
    'on-accent': '#04140b',
    brand: '#10482d',
    'on-brand': '#effaf4',
    success: '#5cc795',
    'success-soft': '#12261b',
    warning: '#e0ad55',
    'warning-soft': '#2a2111',
    danger: '#f08a82',
    'danger-hover': '#f6aaa4',
    'on-danger': '#2a0a07',
    'danger-soft': '#2e1716',
    info: '#7fb3ee',
    'info-soft': '#14212f',
  },
} as const satisfies Record<Scheme, Record<string, string>>;

/** The admin area is neutral beside its red sidebar, so that red elsewhere means danger. */
export const adminAccent = {
  light: {
    accent: '#1b2420',
    'accent-hover': '#3a4640',
    'accent-soft': '#eaeeec',
    'accent-soft-hover': '#dce2df',
    'accent-text': '#1b2420',
    'on-accent': '#ffffff',
  },
  dark: {
    accent: '#e7ece9',
    'accent-hover': '#ffffff',
    'accent-soft': '#232a27',
    'accent-soft-hover': '#303935',
    'accent-text': '#e7ece9',
    'on-accent': '#111814',
  },
} as const satisfies Record<Scheme, Record<string, string>>;

/** Sidebar of the admin area; the specification requires red. */
export const adminSide = {
  light: {
    side: '#8f1d1d',
    'side-line': '#a84a4a',
    'side-active': '#6c1212',
    'on-side': '#ffffff',
    'side-soft': '#fadcdc',
  },
  dark: {
    side: '#4d1010',
    'side-line': '#6b2424',
    'side-active': '#2f0808',
    'on-side': '#ffffff',
    'side-soft': '#f3cccc',
  },
} as const satisfies Record<Scheme, Record<string, string>>;

export const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif";
export const monoFamily =
  "ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace";
