import type { DrawnIcon } from './icon';

/** What only the back office shows, in the strokes of Icon. */
export const staffIcons = {
  users: {
    path: 'M7.5 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 16.5c.5-2.8 2.7-4.2 5.5-4.2s5 1.4 5.5 4.2M13 4.3a3 3 0 0 1 0 5.5M15 12.8c1.7.6 2.7 1.9 3 3.7',
  },
  edit: { path: 'M12.5 4.5l3 3L7 16H4v-3zM11 6l3 3' },
  trash: { path: 'M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 9v4.5M11.5 9v4.5' },
  database: {
    path: 'M10 8c3.3 0 6-1.1 6-2.5S13.3 3 10 3 4 4.1 4 5.5 6.7 8 10 8zM4 5.5v9C4 15.9 6.7 17 10 17s6-1.1 6-2.5v-9M4 10c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5',
  },
  chart: { path: 'M3 17h14M5 17v-6M10 17V5M15 17V9' },
} as const satisfies Record<string, DrawnIcon>;
