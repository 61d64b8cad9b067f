import { createSafeStorage } from '@/lib/safe-storage';
import { createStore } from '@/lib/store';

/** The team of a person who acts for its owner. */
export interface SessionTeam {
  role: 'buyer' | 'viewer';
  owner_name: string;
}

/** User data stored with the token across page loads. */
export interface SessionUser {
  id: number;
  name: string;
  email: string;
  role: string;
  /** Of staff; missing in data of older versions. */
  permissions?: string[];
  staff_role?: string | null;
  wallet_balance: number;
  created_at: string;
  email_verified_at: string | null;
  /** Signed in with a password that staff gave; missing in data of older versions. */
  must_change_password?: boolean;
  /** False for one who only signs in with Google; missing in data of older versions. */
  has_password?: boolean;
  has_google?: boolean;
  /** Whether others have access that waits for a decision; missing in data of older versions. */
  security_review?: boolean;
  /** Null for one who acts for the own account; missing in data of older versions. */
  team?: SessionTeam | null;
}

export interface Session {
  readonly token: string;
  readonly user: SessionUser;
  /** Until when staff see the account of this customer in this tab; ISO 8601. */
  readonly viewUntil?: string;
}

const STAFF = ['admin', 'sub-admin'];

export const isStaff = ({ role }: Pick<SessionUser, 'role'>): boolean => STAFF.includes(role);

export type SessionEnd =
  | { reason: 'logout' }
  | { reason: 'expired'; message: string }
  /** Staff no longer see the account of this customer; the tab has their own session again. */
  | { reason: 'viewed'; userId: number }
  /** Another user has signed in; the sign-in page navigates. */
  | { reason: 'replaced' };

export const TOKEN_KEY = 'nairaproxy.token';
export const USER_KEY = 'nairaproxy.user';
export const VIEW_UNTIL_KEY = 'nairaproxy.view-until';

/** That of the tab, when staff see the account of a customer in it; else that of all tabs. */
const storage = (): Storage => (sessionStorage.getItem(TOKEN_KEY) ? sessionStorage : localStorage);

function isUser(value: unknown): value is SessionUser {
  if (typeof value !== 'object' || value === null) return false;
  const user = value as Record<string, unknown>;
  return (
    typeof user.id === 'number' && typeof user.name === 'string' && typeof user.email === 'string'
  );
}

function read(): Session | null {
  try {
    const from = storage();
    const token = from.getItem(TOKEN_KEY);
    const user: unknown = JSON.parse(from.getItem(USER_KEY) ?? 'null');
    const viewUntil = from.getItem(VIEW_UNTIL_KEY) ?? undefined;
    if (token && isUser(user)) return { token, user, ...(viewUntil && { viewUntil }) };
  } catch {
    // Corrupt data or unavailable storage count as signed out.
  }
  return null;
}

/** Reads the stored session and clears what is invalid. */
export function restoreSession(): Session | null {
  const stored = read();
  if (!stored) erase();
  return stored;
}

function persist(session: Session): void {
  try {
    // The token last: other tabs listen for it and then read the user.
    const to = storage();
    to.setItem(USER_KEY, JSON.stringify(session.user));
    to.setItem(TOKEN_KEY, session.token);
  } catch {
    // Without storage the session ends with the tab.
  }
}

function erase(): void {
  try {
    const from = storage();
    for (const key of [TOKEN_KEY, USER_KEY, VIEW_UNTIL_KEY]) from.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

const store = createStore<Session | null>(restoreSession());
const endListeners = new Set<(end: SessionEnd) => void>();

function endSession(end: SessionEnd): void {
  const current = store.get();
  if (!current) return;
  erase();
  if (!current.viewUntil) return clearSession(end);
  store.set(read());
  notifyEnd({ reason: 'viewed', userId: current.user.id });
}

const notifyEnd = (end: SessionEnd): void => endListeners.forEach((listener) => listener(end));

function clearSession(end: SessionEnd): void {
  store.set(null);
  notifyEnd(end);
}

/** The team is an object. */
const differ = (before: SessionUser, after: SessionUser): boolean =>
  (Object.keys({ ...before, ...after }) as (keyof SessionUser)[]).some(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );

const endNoticeStorage = createSafeStorage('sessionStorage', 'nairaproxy.session-end');
/** What the end of the last session means for money; stays on the sign-in page until somebody signs in. */
export const endNotice = createStore<string | null>(endNoticeStorage.get());

const setupListeners = new Set<(message: string) => void>();

export const session = {
  get: store.get,
  subscribe: store.subscribe,
  token: (): string | null => store.get()?.token ?? null,

  start(next: Session): void {
    const before = store.get();
    endNotice.set(null);
    endNoticeStorage.clear();
    persist(next);
    store.set(next);
    if (before && before.user.id !== next.user.id) notifyEnd({ reason: 'replaced' });
  },

  /** Ignores a late response about the user of a previous session, and one without a change. */
  refreshUser(user: SessionUser): void {
    const current = store.get();
    if (current?.user.id === user.id && differ(current.user, user))
      session.start({ ...current, user });
  },

  logout: (): void => endSession({ reason: 'logout' }),

  /** Many 401s for one token expire the session once; a 401 for an older token is ignored. */
  expire(token: string, message: string): void {
    if (store.get()?.token === token) endSession({ reason: 'expired', message });
  },

  /** Before `expire`, or after it when another call has met the end first. */
  explainEnd(notice: string): void {
    endNoticeStorage.set(notice);
    endNotice.set(notice);
  },

  onEnd(listener: (end: SessionEnd) => void): () => void {
    endListeners.add(listener);
    return () => endListeners.delete(listener);
  },

  /** The shop requires a second factor that this member of staff has not set up. */
  requireTwoFactor: (message: string): void =>
    setupListeners.forEach((listener) => listener(message)),

  onTwoFactorRequired(listener: (message: string) => void): () => void {
    setupListeners.add(listener);
    return () => setupListeners.delete(listener);
  },

  /**
   * Another tab signed in or out. Only reads storage, because that tab may still be writing. A
   * different user ends the session of this tab.
   */
  syncFromStorage(): void {
    const next = read();
    const current = store.get();
    if (current && next?.user.id !== current.user.id) clearSession({ reason: 'logout' });
    if (next) store.set(next);
  },
};
