import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '@/api/api-error';
import { errorMessages } from '@/api/error-messages';
import {
  getAdminGetSettingsQueryKey,
  useAdminSaveSettings,
  type adminGetSettings,
} from '@/api/generated/hooks/admin-settings/admin-settings';
import { loadSiteConfig } from '@/api/site-config';
import { toast } from '@/lib/toast';
import {
  SETTING_TAB,
  toRequest,
  type Draft,
  type SettingsErrors,
  type SettingName,
  type Settings,
  type SettingsTab,
} from './settings';
import { validateSettings } from './settings-validation';
import { useSettingsDraft } from './use-settings-draft';

type Answer = Awaited<ReturnType<typeof adminGetSettings>>;

const isSetting = (name: string): name is SettingName => name in SETTING_TAB;

function toFieldErrors(error: ApiError): SettingsErrors {
  const entries = Object.entries(error.fieldErrors).filter(([name]) => isSetting(name));
  return Object.fromEntries(entries.map(([name, messages]) => [name, messages.join(' ')]));
}

const asProblems = (names: readonly SettingName[]): SettingsErrors =>
  Object.fromEntries(names.map((name) => [name, 'This is not a number']));

/** Number inputs whose text no number can be made of: they say they are empty. */
export const findUnparsableNumbers = (form: HTMLFormElement): SettingName[] =>
  [...form.querySelectorAll('input')]
    .filter(({ validity }) => validity.badInput)
    .map(({ id }) => id.replace('setting-', ''))
    .filter(isSetting);

/** The draft of the settings, what is wrong with it, and its way to the server. */
export function useSettingsForm(settings: Settings, onShow: (tab: SettingsTab) => void) {
  const client = useQueryClient();
  const { saved, draft, changed, ...typed } = useSettingsDraft(settings);
  const [problems, setProblems] = useState<SettingsErrors>({});

  const wanted = useRef<SettingName>(null);
  // As soon as its tab is there.
  useEffect(() => {
    const input = wanted.current && document.getElementById(`setting-${wanted.current}`);
    if (!input) return;
    wanted.current = null;
    input.focus();
  });

  const show = (found: SettingsErrors): void => {
    setProblems(found);
    const [first] = Object.keys(found) as SettingName[];
    if (!first) return;
    wanted.current = first;
    onShow(SETTING_TAB[first]);
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
        show(toFieldErrors(error));
      },
    },
  });

  const change = (part: Partial<Draft>): void => {
    wanted.current = null;
    typed.change(part);
    setProblems((current) => ({
      ...current,
      ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])),
    }));
  };

  const save = (unreadable: readonly SettingName[] = []): void => {
    if (request.isPending) return;
    const found = { ...validateSettings(draft), ...asProblems(unreadable) };
    show(found);
    Object.values(found).forEach((message) => toast.error(message));
    if (Object.keys(found).length > 0) return;
    const sent = typed.send();
    request.mutate(
      { data: toRequest(sent) },
      {
        // The reload comes before this and has the server's own words for what was sent.
        onSuccess: () => {
          const reload = client.getQueryState<Answer>(getAdminGetSettingsQueryKey());
          typed.accept(sent, reload?.error ? undefined : reload?.data?.data.settings);
        },
        onError: () => typed.refuse(sent),
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
      typed.reset();
      setProblems({});
    },
    isSaving: request.isPending,
    changed,
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
