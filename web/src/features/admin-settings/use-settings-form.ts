import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '@/api/api-error';
import { errorMessages } from '@/api/error-messages';
import {
  getAdminGetSettingsQueryKey,
  useAdminSaveSettings,
} from '@/api/generated/hooks/admin-settings/admin-settings';
import { loadSiteConfig } from '@/api/site-config';
import { toast } from '@/lib/toast';
import {
  changedSettings,
  TAB_OF,
  toDraft,
  toRequest,
  type Draft,
  type Problems,
  type SettingName,
  type Settings,
  type SettingsTab,
} from './settings';
import { problemsOf } from './settings-rules';

const isSetting = (name: string): name is SettingName => name in TAB_OF;

function refusedFields(error: ApiError): Problems {
  const entries = Object.entries(error.fieldErrors).filter(([name]) => isSetting(name));
  return Object.fromEntries(entries.map(([name, messages]) => [name, messages.join(' ')]));
}

const asProblems = (names: readonly SettingName[]): Problems =>
  Object.fromEntries(names.map((name) => [name, 'This is not a number']));

/** Number inputs whose text no number can be made of: they say they are empty. */
export const unreadableIn = (form: HTMLFormElement): SettingName[] =>
  [...form.querySelectorAll('input')]
    .filter(({ validity }) => validity.badInput)
    .map(({ id }) => id.replace('setting-', ''))
    .filter(isSetting);

/** The draft over what is saved. A newer answer of the server replaces it only while nothing is changed. */
export function useSettingsForm(settings: Settings, onShow: (tab: SettingsTab) => void) {
  const client = useQueryClient();
  const [saved, setSaved] = useState(() => toDraft(settings));
  const [draft, setDraft] = useState(saved);
  const [problems, setProblems] = useState<Problems>({});
  const [known, setKnown] = useState(settings);
  const changed = changedSettings(saved, draft);

  if (known !== settings) {
    setKnown(settings);
    const next = toDraft(settings);
    setSaved(next);
    if (changed.length === 0) setDraft(next);
  }

  const latestSaved = useRef(saved);
  useEffect(() => {
    latestSaved.current = saved;
  }, [saved]);

  const show = (found: Problems): void => {
    setProblems(found);
    const [first] = Object.keys(found) as SettingName[];
    if (!first) return;
    onShow(TAB_OF[first]);
    // The tab has to be there before its input can be reached.
    requestAnimationFrame(() => document.getElementById(`setting-${first}`)?.focus());
  };

  const request = useAdminSaveSettings({
    mutation: {
      meta: { quiet: true },
      onSuccess: () => {
        toast.success('Settings saved successfully!');
        toast.blank('Pricing cache cleared. New settings will be used immediately.');
        void loadSiteConfig();
      },
      onError: (error) => {
        errorMessages(error, { fallback: 'Failed to save settings' }).forEach((message) =>
          toast.error(message),
        );
        show(refusedFields(error));
      },
    },
  });

  const change = (part: Partial<Draft>): void => {
    setDraft((current) => ({ ...current, ...part }));
    setProblems((current) => ({
      ...current,
      ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])),
    }));
  };

  const save = (unreadable: readonly SettingName[] = []): void => {
    if (request.isPending) return;
    const found = { ...problemsOf(draft), ...asProblems(unreadable) };
    show(found);
    Object.values(found).forEach((message) => toast.error(message));
    if (Object.keys(found).length > 0) return;
    const sent = draft;
    request.mutate(
      { data: toRequest(sent) },
      {
        // The reload comes before this and has the server's own words for what was sent.
        onSuccess: () => {
          if (client.getQueryState(getAdminGetSettingsQueryKey())?.error) setSaved(sent);
          else setDraft(latestSaved.current);
        },
      },
    );
  };

  return {
    saved,
    draft,
    problems,
    change,
    save,
    reset: () => {
      setDraft(saved);
      setProblems({});
    },
    isSaving: request.isPending,
    changed,
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
