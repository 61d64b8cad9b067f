import { useEffect, useState } from 'react';

let opener: Element | null = null;

/** The element that opened a dialog, also when another dialog links to it. */
function noteOpener(): void {
  const active = document.activeElement;
  if (!active?.closest('[role=dialog]')) opener = active === document.body ? null : active;
}

/** Ant Design restores the focus only for dialogs that stay mounted; ours unmount on close. */
export function useFocusReturn(): void {
  // Runs before anything inside the dialog is focused.
  useState(noteOpener);

  useEffect(
    () => () => {
      const target = opener?.isConnected ? opener : document.getElementById('main');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [],
  );
}
