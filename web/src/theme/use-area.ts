import { useLayoutEffect } from 'react';
import type { Area } from './tokens';

/** On the root element, because dialogs are mounted outside the layout that asks for it. */
export function useArea(area: Area): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.area = area;
    return () => {
      delete document.documentElement.dataset.area;
    };
  }, [area]);
}
