import { session } from './session';

/** Asks the user to confirm their sign-in; resolves with whether they did. */
type Confirm = () => Promise<boolean>;

let confirm: Confirm | null = null;
let pending: Promise<boolean> | null = null;

export const REAUTHENTICATION_REQUIRED = 'REAUTHENTICATION_REQUIRED';

/** The dialog that confirms sign-ins. @returns unregisters */
export function registerReauthentication(dialog: Confirm): () => void {
  confirm = dialog;
  return () => {
    if (confirm === dialog) confirm = null;
  };
}

/** Calls that were refused at the same time share one dialog. */
export function confirmSignIn(): Promise<boolean> {
  if (!confirm || !session.get()) return Promise.resolve(false);
  pending ??= confirm().finally(() => {
    pending = null;
  });
  return pending;
}
