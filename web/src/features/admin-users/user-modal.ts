import { readId } from '@/lib/url-params';

export const MODES = ['view', 'edit', 'add', 'delete', 'fund', 'profile'] as const;
export type Mode = (typeof MODES)[number];

/** What the one dialog of the screen shows; every mode but `add` is about a user. */
export type UserModal =
  | { readonly mode: 'add'; readonly id: null }
  | { readonly mode: Exclude<Mode, 'add'>; readonly id: number };

export type ModalAction =
  | { readonly type: 'open'; readonly mode: Exclude<Mode, 'add'>; readonly id: number }
  | { readonly type: 'add' }
  | { readonly type: 'close' };

/** Closing resets: nothing of one opening is left for the next. */
export function nextModal(_current: UserModal | null, action: ModalAction): UserModal | null {
  switch (action.type) {
    case 'open':
      return { mode: action.mode, id: action.id };
    case 'add':
      return { mode: 'add', id: null };
    case 'close':
      return null;
  }
}

/** From the address; whatever does not fit together is no modal. */
export function readModal(params: URLSearchParams): UserModal | null {
  const mode = MODES.find((known) => known === params.get('modal'));
  if (!mode) return null;
  if (mode === 'add') return { mode, id: null };
  const id = readId(params.get('user'));
  return id === null ? null : { mode, id };
}

/** What the address says for it; null takes a parameter away. */
export const printModal = (
  modal: UserModal | null,
): { modal: string | null; user: string | null } => ({
  modal: modal?.mode ?? null,
  user: modal?.id == null ? null : String(modal.id),
});

const READING: readonly Mode[] = ['view', 'profile'];

/** Changing anything needs full privilege. */
export const canOpen = (mode: Mode, isAdmin: boolean): boolean => isAdmin || READING.includes(mode);

/** Wallets of admins are never funded. */
export const canFund = (user: { role: string }, isAdmin: boolean): boolean =>
  isAdmin && user.role !== 'admin';
