import type { Can } from '@/api/use-can';
import { readId } from '@/lib/url-params';

export const MODES = [
  'view',
  'edit',
  'add',
  'delete',
  'fund',
  'profile',
  'suspend',
  'reactivate',
  'correct',
  'end-sessions',
  'reset-two-factor',
  'view-as',
] as const;
export type Mode = (typeof MODES)[number];

/** State of the dialog; every mode but `add` has a user. */
export type UserModal =
  | { readonly mode: 'add'; readonly id: null }
  | { readonly mode: Exclude<Mode, 'add'>; readonly id: number };

export type ModalAction =
  | { readonly type: 'open'; readonly mode: Exclude<Mode, 'add'>; readonly id: number }
  | { readonly type: 'add' }
  | { readonly type: 'close' };

/** Closing resets the dialog. */
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

/** Parses the URL; an invalid combination opens nothing. */
export function readModal(params: URLSearchParams): UserModal | null {
  const mode = MODES.find((known) => known === params.get('modal'));
  if (!mode) return null;
  if (mode === 'add') return { mode, id: null };
  const id = readId(params.get('user'));
  return id === null ? null : { mode, id };
}

/** The URL parameters; null removes one. */
export const printModal = (
  modal: UserModal | null,
): { modal: string | null; user: string | null } => ({
  modal: modal?.mode ?? null,
  user: modal?.id == null ? null : String(modal.id),
});

const READ_ONLY: readonly Mode[] = ['view', 'profile'];

const MOVES_MONEY: readonly Mode[] = ['fund', 'correct'];

/** The modes that change a user need a permission. */
export const canOpen = (mode: Mode, can: Can): boolean =>
  READ_ONLY.includes(mode) ||
  (can(MOVES_MONEY.includes(mode) ? 'wallets.manage' : 'users.manage') &&
    // The shop shows customers their amounts.
    (mode !== 'view-as' || can('money.read')));

export const isStatusMode = (mode: Mode): boolean => mode === 'suspend' || mode === 'reactivate';

/** Whichever of the two changes the status; nobody changes their own. */
export function statusMode(
  user: { id: number; status: string },
  ownId: number | null,
): 'suspend' | 'reactivate' | null {
  if (ownId === user.id) return null;
  return user.status === 'active' ? 'suspend' : 'reactivate';
}

/** The wallet of staff cannot be funded. */
export const canFund = (user: { role: string }, can: Can): boolean =>
  can('wallets.manage') && user.role === 'user';

/** Staff hold no money; what their wallet holds all the same can be taken. */
export const canCorrect = (user: { role: string; balance: string | null }, can: Can): boolean =>
  can('wallets.manage') && (user.role === 'user' || Number(user.balance) !== 0);

/** That of staff is reset under Staff & roles. */
export const canResetTwoFactor = (user: { role: string }, can: Can): boolean =>
  can('users.manage') && user.role === 'user';
