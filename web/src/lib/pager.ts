export const PAGE_BUTTONS = 5;

/** The page that the API returned. */
export interface PageInfo {
  current_page: number;
  last_page: number;
  from: number | null;
  to: number | null;
  total: number;
  /** The total and the last page are estimates. */
  total_is_estimate?: boolean;
}

/** At most five page numbers around the current one, shifted near the start and the end. */
export function pageWindow(current: number, last: number): number[] {
  const length = Math.min(PAGE_BUTTONS, last);
  const first = Math.max(1, Math.min(current - Math.floor(PAGE_BUTTONS / 2), last - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}

/**
 * The page that Previous and Next are relative to.
 * @param requested the page being loaded while another one is displayed.
 */
export function getPagerState(
  info: Pick<PageInfo, 'current_page' | 'last_page'>,
  requested?: number,
): { current: number; last: number } {
  const last = Math.max(1, info.last_page);
  return { current: Math.min(requested ?? info.current_page, last), last };
}
