import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ApiError } from '@/api/api-error';
import { errorMessages } from '@/api/error-messages';
import {
  getAdminGetSettingsQueryKey,
  useAdminSaveSettings,
  type adminGetSettings,
} from '@/api/generated/admin-settings';
import { loadSiteConfig } from '@/api/site-config';
import { useMessage } from '@/components/feedback/use-message';
import {
  changedSettings,
  rebaseDraft,
  SETTING_NAMES,
  SETTINGS,
  toDraft,
  toRequest,
  type Draft,
  type SettingName,
  type Settings,
  type SettingsTab,
} from './settings';

type Answer = Awaited<ReturnType<typeof adminGetSettings>>;

export interface SettingError {
  name: SettingName;
  errors: string[];
}

const toFieldErrors = ({ fieldErrors }: ApiError): SettingError[] =>
  SETTING_NAMES.flatMap((name) => {
    const errors = fieldErrors[name];
    return errors ? [{ name, errors: [errors.join(' ')] }] : [];
  });

/** A setting that others changed after the page had read it. */
export interface SettingConflict {
  name: SettingName;
  /** By whom, to what and when. */
  text: string;
}

const toConflicts = ({ errors }: ApiError): SettingConflict[] =>
  SETTING_NAMES.flatMap((name) => {
    const texts = errors[name];
    return Array.isArray(texts) ? [{ name, text: texts.join(' ') }] : [];
  });

/** The form of the settings, what differs from the saved settings, and saving. */
export function useSettingsForm(
  settings: Settings,
  version: number,
  onShowTab: (tab: SettingsTab) => void,
) {
  const client = useQueryClient();
  const message = useMessage();
  const [form] = Form.useForm<Draft>();
  const [known, setKnown] = useState(settings);
  const [saved, setSaved] = useState(() => toDraft(settings));
  const [savedVersion, setSavedVersion] = useState(version);
  const [conflict, setConflict] = useState<SettingConflict[]>([]);
  // Values the edits are relative to: the saved settings, and during a save the values that were sent.
  const base = useRef(saved);
  const draft = Form.useWatch((values: Draft) => values, { form, preserve: true }) ?? saved;

  if (known !== settings) {
    setKnown(settings);
    setSaved(toDraft(settings));
  }

  const getDraft = (): Draft => form.getFieldsValue(true) as Draft;

  /** Takes over the server's values wherever the draft still equals `from`. */
  const rebase = (from: Draft, to: Draft): void => {
    form.setFieldsValue(rebaseDraft(getDraft(), from, to));
    base.current = to;
  };

  const rebaseOnServer = useEffectEvent(() => rebase(base.current, toDraft(settings)));
  // Only a new response of the server rebases the draft.
  useLayoutEffect(() => rebaseOnServer(), [settings]);

  const pendingFocus = useRef<SettingName>(null);
  // Without dependencies: the input takes the focus in the first render in which its tab is shown.
  useEffect(() => {
    const name = pendingFocus.current;
    const input = name && (form.getFieldInstance(name) as HTMLElement | undefined);
    if (!input) return;
    pendingFocus.current = null;
    input.focus();
  });

  const showFirst = (errors: readonly SettingError[]): void => {
    const [first] = errors;
    if (!first) return;
    pendingFocus.current = first.name;
    onShowTab(SETTINGS[first.name].tab);
  };

  const request = useAdminSaveSettings({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ data, message: text }) => {
        setSavedVersion(data.version);
        setConflict([]);
        if ('proposal' in data) message.info(text);
        else message.success(text);
        message.info('Pricing cache cleared. New settings will be used immediately.');
        void loadSiteConfig();
      },
      onError: (error) => {
        if (error.code === 'SETTINGS_CHANGED') {
          setConflict(toConflicts(error));
          void client.refetchQueries({ queryKey: getAdminGetSettingsQueryKey() });
          return;
        }
        setConflict([]);
        errorMessages(error, { fallback: 'Failed to save settings' }).forEach(message.error);
        const errors = toFieldErrors(error);
        form.setFields(errors);
        showFirst(errors);
      },
    },
  });

  const accept = (sent: Draft, answer: Settings | undefined): void => {
    if (answer) rebase(sent, toDraft(answer));
    else setSaved(sent);
  };

  return {
    form,
    saved,
    changed: changedSettings(saved, draft),
    draft,
    conflict,
    closeConflict: (): void => setConflict([]),
    isSaving: request.isPending,
    onChange: (change: Partial<Draft>): void => {
      pendingFocus.current = null;
      if (change.markupEnabled === false)
        form.setFieldValue('markupPercentage', saved.markupPercentage);
      form.setFields((Object.keys(change) as SettingName[]).map((name) => ({ name, errors: [] })));
    },
    save: (): void => {
      if (request.isPending) return;
      const sent = getDraft();
      base.current = sent;
      request.mutate(
        { data: toRequest(sent, changedSettings(saved, sent), Math.max(version, savedVersion)) },
        {
          // The mutation reloads the settings before it succeeds: the cache has the normalised values.
          onSuccess: () => {
            const reload = client.getQueryState<Answer>(getAdminGetSettingsQueryKey());
            accept(sent, reload?.error ? undefined : reload?.data?.data.settings);
          },
          onError: () => {
            if (base.current === sent) base.current = saved;
          },
        },
      );
    },
    showErrors: (errors: readonly SettingError[]): void => {
      const sorted = SETTING_NAMES.flatMap((name) => errors.filter((error) => error.name === name));
      sorted.flatMap((error) => error.errors).forEach(message.error);
      showFirst(sorted);
    },
    reset: (): void => {
      form.setFields(SETTING_NAMES.map((name) => ({ name, value: saved[name], errors: [] })));
      base.current = saved;
    },
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
