import { choiceField, pageField, textField } from '@/lib/list-search';

export const ticketSearch = {
  page: pageField,
  search: textField(),
  status: choiceField(['open', 'waiting', 'closed', 'all'], 'open'),
  assignee: choiceField(['all', 'me', 'none'], 'all'),
  unread: choiceField(['all', 'true'], 'all'),
  tag: textField('all'),
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** In its largest unit, such as "12 min". */
export function formatDuration(seconds: number): string {
  if (seconds < HOUR) return `${Math.max(1, Math.round(seconds / MINUTE))} min`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)} h`;
  return `${Math.round(seconds / DAY)} days`;
}
