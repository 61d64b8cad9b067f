import { useEffect } from 'react';
import { useListTags } from '@/api/generated/proxies';
import { useCurrentUser } from '@/api/use-current-user';
import type { ListFilter } from '@/components/list-page/list-filters';
import { createSafeStorage } from '@/lib/safe-storage';

/** The user who has tags, so that the page has its final layout while they are loaded. */
const tagged = createSafeStorage('localStorage', 'nairaproxy.tagged');

/** @returns undefined for a user without tags. @param chosen the tag in the URL, whose filter is shown either way. */
export function useTagFilter(chosen: string): ListFilter | undefined {
  const user = useCurrentUser();
  const id = user && String(user.id);
  const tags = useListTags({ query: { meta: { quiet: true } } }).data?.data.tags;
  const hasTags = tags ? tags.length > 0 : tagged.get() === id;
  useEffect(() => {
    if (!tags || !id) return;
    if (tags.length > 0) tagged.set(id);
    else tagged.clear();
  }, [tags, id]);
  if (!hasTags && !chosen) return undefined;
  return {
    name: 'tag',
    label: 'Tag',
    options: [
      { value: '', label: 'All' },
      ...(tags ?? []).map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
    ],
    allValue: '',
    chipLabel: (tag) => `Tag ${tag}`,
  };
}
