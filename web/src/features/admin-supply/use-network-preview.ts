import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '@/api/api-error';
import { adminPreviewDraft, useAdminListPlaces } from '@/api/generated/admin-supply';
import type { PreviewDraftDto } from '@/api/generated/api.schemas';
import { toAccount, type NetworkDraft } from './network-draft';
import type { Dialect } from './networks';

const PAUSE_MS = 300;
const NO_ERRORS: Record<string, string[]> = {};

/** What a connection asks for. Empty texts are not asked for. */
export interface PreviewRequest {
  country: string | undefined;
  region: string;
  city: string;
  isp: string;
  session: string;
  /** Minutes; 0 as long as possible, -1 another address for every connection. */
  ttl: number;
}

export interface NetworkPreview {
  username: string | undefined;
  password: string | undefined;
  /** Messages by field of the API. */
  errors: Record<string, string[]>;
  failed: string | undefined;
  isStale: boolean;
  /** Whether there is enough to ask for. */
  isReady: boolean;
}

/** The value once it has not changed for a while. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const toQuestion = (
  draft: NetworkDraft,
  dialect: Dialect,
  { country, region, city, isp, session, ttl }: PreviewRequest,
): PreviewDraftDto => ({
  ...toAccount(draft, dialect),
  country: country ?? undefined,
  region: region.trim() || undefined,
  city: city.trim() || undefined,
  isp: isp.trim() || undefined,
  session: session.trim() || undefined,
  ttl_minutes: ttl,
});

/**
 * What a gateway would send for a request through the network as it is in the form.
 * @param id of the stored network whose list of places is used.
 */
export function useNetworkPreview(
  draft: NetworkDraft | undefined,
  dialect: Dialect | undefined,
  request: PreviewRequest,
  id?: number,
): NetworkPreview {
  const question =
    draft && dialect ? { ...toQuestion(draft, dialect, request), network_id: id } : undefined;
  const isReady = !!question && question.username !== '' && question.countries.length > 0;
  const text = JSON.stringify(isReady ? question : null);
  const settled = useSettled(text);
  const lists = useAdminListPlaces(id ?? 0, {
    query: { enabled: id !== undefined, meta: { quiet: true } },
  });
  const query = useQuery({
    // With the lists of places: another list may give another answer.
    queryKey: ['network-preview', settled, lists.data?.data.lists],
    queryFn: ({ signal }) => adminPreviewDraft(JSON.parse(settled) as PreviewDraftDto, { signal }),
    enabled: settled !== 'null',
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const error = query.error instanceof ApiError ? query.error : undefined;
  const errors = isReady ? (error?.fieldErrors ?? NO_ERRORS) : NO_ERRORS;
  return {
    username: query.isError ? undefined : query.data?.data.username,
    password: query.isError ? undefined : query.data?.data.password_masked,
    errors,
    failed: query.isError && Object.keys(errors).length === 0 ? query.error.message : undefined,
    isStale: settled !== text || query.isFetching,
    isReady,
  };
}
