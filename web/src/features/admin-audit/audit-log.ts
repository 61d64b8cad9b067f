import type { adminAuditLogs } from '@/api/generated/admin-audit';
import { choiceField, dayField, pageField, patternField, textField } from '@/lib/list-search';
import { readId } from '@/lib/url-params';

export type AuditData = Awaited<ReturnType<typeof adminAuditLogs>>['data'];
export type AuditLog = AuditData['logs'][number];

export const PER_PAGE = 15;
export const CATEGORIES = [
  'all',
  'auth',
  'user',
  'wallet',
  'payment',
  'proxy',
  'settings',
  'system',
] as const;
export const SEVERITIES = ['all', 'low', 'medium', 'high'] as const;

export const auditSearch = {
  page: pageField,
  search: textField(),
  category: choiceField(CATEGORIES, 'all'),
  severity: choiceField(SEVERITIES, 'all'),
  action: textField(),
  user_id: patternField((text) => readId(text) !== null),
  start_date: dayField,
  end_date: dayField,
};
