export const PAGE_BUTTONS = 5;

/** At most five page numbers around the current one, the window shifting near the start and the end. */
export function pageWindow(current: number, last: number): number[] {
  const length = Math.min(PAGE_BUTTONS, last);
  const first = Math.max(1, Math.min(current - Math.floor(PAGE_BUTTONS / 2), last - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}

export interface Place {
  current_page: number;
  last_page: number;
}

/**
 * From where Previous and Next go on.
 * @param asked the page that is on its way, while the answer about another one is still shown.
 */
export function stand(info: Place, asked?: number): { current: number; last: number } {
  const current = asked ?? info.current_page;
  return { current, last: Math.max(current, info.last_page) };
}
