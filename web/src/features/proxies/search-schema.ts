import { choiceField, numberField, pageField, textField } from '@/lib/list-search';

export const STATUSES = ['all', 'active', 'expired', 'suspended'] as const;
export const TYPES = ['all', 'datacenter', 'residential', 'mobile'] as const;
export const PAGE_SIZES = [10, 15, 25, 50] as const;

export const proxySearch = {
  page: pageField,
  per_page: numberField(10, (size) => PAGE_SIZES.some((offered) => offered === size)),
  search: textField(),
  status: choiceField(STATUSES, 'all'),
  type: choiceField(TYPES, 'all'),
};
