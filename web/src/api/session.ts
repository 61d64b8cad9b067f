import { createStore } from '@/lib/store';

/** What the app keeps of the signed-in person between visits. */
export interface SessionUser {
  id: number;
  name: string;
  email: string;
  role: string;
  wallet_balance: number;
  created_at: string;
  email_verified_at: string | null;
}

export interface Session {
  readonly token: string;
  readonly user: SessionUser;
}

const STAFF = ['admin', 'sub-admin'];

export const isStaff = ({ role }: Pick<SessionUser, 'role'>): boolean => STAFF.includes(role);

export type Ending =
  | { reason: 'logout' }
  | { reason: 'expired'; message: string }
  /** Somebody else has signed in over it, and is led on by where they did. */
  | { reason: 'replaced' };

export const TOKEN_KEY = 'nairaproxy.token';
export const USER_KEY = 'nairaproxy.user';

function isUser(value: unknown): value is SessionUser {
  if (typeof value !== 'object' || value === null) return false;
  const user = value as Record<string, unknown>;
  return (
    typeof user.id === 'number' && typeof user.name === 'string' && typeof user.email === 'string'
  );
}

function read(): Session | null {
  try {
    const token = localStorage.getItem(TOKEN_KEY);
    const user: unknown = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null');
    if (token && isUser(user)) return { token, user };
  } catch {
    // Corrupt data or a browser that refuses storage: both mean signed out.
  }
  return null;
}

/** Reads the stored session; whatever cannot be read is thrown away. */
export function restore(): Session | null {
  const stored = read();
  if (!stored) erase();
  return stored;
}

function persist(session: Session): void {
  try {
    // The token last: other tabs listen for it and must then find whose it is.
    localStorage.setItem(USER_KEY, JSON.stringify(session.user));
    localStorage.setItem(TOKEN_KEY, session.token);
  } catch {
    // Without storage the session lasts as long as the tab.
  }
}

function erase(): void {
  try {
    localStorage.removeItem(TOKEN_KEY);
    localStorage.removeItem(USER_KEY);
  } catch {
    // Nothing was stored.
  }
}

const store = createStore<Session | null>(restore());
const endListeners = new Set<(ending: Ending) => void>();

function end(ending: Ending): void {
  if (!store.get()) return;
  erase();
  leave(ending);
}

const tellEnd = (ending: Ending): void => endListeners.forEach((listener) => listener(ending));

function leave(ending: Ending): void {
  store.set(null);
  tellEnd(ending);
}

export const session = {
  get: store.get,
  subscribe: store.subscribe,
  token: (): string | null => store.get()?.token ?? null,

  start(next: Session): void {
    const before = store.get();
    persist(next);
    store.set(next);
    if (before && before.user.id !== next.user.id) tellEnd({ reason: 'replaced' });
  },

  /** An answer about somebody else comes from a session before. */
  refreshUser(user: SessionUser): void {
    const current = store.get();
    if (current?.user.id === user.id) session.start({ ...current, user });
  },

  logout: (): void => end({ reason: 'logout' }),

  /** Ten refused calls of one token are one expiry; a refusal of an older token is none. */
  expire(token: string, message: string): void {
    if (store.get()?.token === token) end({ reason: 'expired', message });
  },

  onEnd(listener: (ending: Ending) => void): () => void {
    endListeners.add(listener);
    return () => endListeners.delete(listener);
  },

  /**
   * Another tab signed in or out. Storage is only read: that tab may be writing, and what it keeps is
   * not ours to throw away. A session of somebody else ends what was on screen of the one before.
   */
  reload(): void {
    const next = read();
    const current = store.get();
    if (current && next?.user.id !== current.user.id) leave({ reason: 'logout' });
    if (next) store.set(next);
  },
};
