/**
 * Home-made: for the public pages, which load neither Ant Design nor its icons. Strokes on a 20 ×
 * 20 grid.
 */
const shapes = {
  cart: 'M2.5 3.500h2l1.800 9h8.700l1.800-6.500H5.100M7.5 16.500h.01M14 16.500h.01',
  list: 'M6.5 5H17M6.5 10H17M6.5 15H17M3 5h.01M3 10h.01M3 15h.01',
  wallet:
    'M3 6.500A1.5 1.5 0 0 1 4.5 5H15v3M3 6.500V15a1.5 1.5 0 0 0 1.5 1.500H17V8H4.500A1.5 1.5 0 0 1 3 6.500zM13.800 12.200h.01',
  server: 'M3 4h14v5H3zM3 11h14v5H3zM6 6.500h.01M6 13.500h.01',
  user: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 17c.8-3 3.300-4.5 6.5-4.500s5.700 1.5 6.5 4.5',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  close: 'M5 5l10 10M15 5 5 15',
  copy: 'M7.5 7.500h9v9h-9zM12.5 7.500v-4h-9v9h4',
  check: 'M4 10.500l4 4 8-9',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4l2.5 1.5',
  alert: 'M10 3 2.5 16.500h15zM10 8.500v3.500M10 14.300h.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 9.500V13.500M10 6.700h.01',
  ban: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM5.200 5.200l9.600 9.600',
  undo: 'M7 4 3.5 7.5 7 11M3.5 7.500H12a4.5 4.5 0 0 1 0 9H8',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5 17 17',
  arrowRight: 'M4 10h12M11.5 5.5 16 10l-4.5 4.5',
  arrowLeft: 'M16 10H4M8.5 5.5 4 10l4.5 4.5',
  up: 'M10 16V4M5 9l5-5 5 5',
  down: 'M10 4v12M5 11l5 5 5-5',
  globe:
    'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM3 10h14M10 3c2.5 2 3 4.5 3 7s-.5 5-3 7c-2.5-2-3-4.5-3-7s.5-5 3-7z',
  home: 'M3 9.5 10 3.500l7 6M5 8v8.500h10V8M8.5 16.500v-4h3v4',
  phone: 'M6 2.500h8v15H6zM9 15h2',
  sun: 'M10 13.500a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM10 2v1.500M10 16.500V18M2 10h1.500M16.5 10H18M4.300 4.300l1.100 1.100M14.600 14.600l1.100 1.100M15.700 4.300l-1.100 1.100M5.400 14.600l-1.100 1.100',
  moon: 'M16.5 11.700A7 7 0 0 1 8.300 3.500a7 7 0 1 0 8.200 8.200z',
  display: 'M2.5 4h15v9.500h-15zM7 16.500h6M10 13.500v3',
  sliders:
    'M3 6h8M15 6h2M3 14h2M9 14h8M13 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  chat: 'M3 4h14v10H9l-3.5 3v-3H3z',
  mail: 'M2.5 4.500h15v11h-15zM3 5.500l7 5.5 7-5.5',
  scroll: 'M5 3h8l3 3v11H5zM13 3v3h3M8 9.5h5M8 12.5h5',
  download: 'M10 3v9M6 8.5l4 4 4-4M3.5 16.5h13',
  signal: 'M3.5 16v-3M8 16V9.500M12.5 16V6.500M17 16V3.5',
} as const;

/** An icon drawn in a lazily loaded page, to keep it out of the shared chunk. */
export interface DrawnIcon {
  readonly path: string;
}

export type IconName = keyof typeof shapes | DrawnIcon;

/** Decorative: the text beside it has the meaning. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <path d={typeof name === 'string' ? shapes[name] : name.path} />
    </svg>
  );
}
