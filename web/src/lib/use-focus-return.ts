import { useEffect, useState } from 'react';

let opener: Element | null = null;

/** What opened a dialog, also when another dialog leads to it. */
function noteOpener(): void {
  const active = document.activeElement;
  if (!active?.closest('[role=dialog]')) opener = active === document.body ? null : active;
}

/** Ant Design gives the focus back only to dialogs that stay mounted, and ours are mounted while open. */
export function useFocusReturn(): void {
  // Before anything inside the dialog takes the focus.
  useState(noteOpener);

  useEffect(
    () => () => {
      const target = opener?.isConnected ? opener : document.getElementById('main');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [],
  );
}
