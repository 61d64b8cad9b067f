import { useLayoutEffect } from 'react';
import type { Area } from './tokens';

/** Sets the area on the root element, because dialogs are mounted outside the layout. */
export function useArea(area: Area): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.area = area;
    return () => {
      delete document.documentElement.dataset.area;
    };
  }, [area]);
}
