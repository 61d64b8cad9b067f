import { useState } from 'react';
import { changedSettings, rebaseDraft, toDraft, type Draft, type Settings } from './settings';

/** What is typed over what is saved. A newer answer of the server is taken over wherever nothing was changed. */
export function useSettingsDraft(settings: Settings) {
  const [known, setKnown] = useState(settings);
  const [saved, setSaved] = useState(() => toDraft(settings));
  const [draft, setDraft] = useState(saved);
  // What the draft goes on from: what is saved, and while it is being saved what was sent.
  const [base, setBase] = useState(saved);

  if (known !== settings) {
    const next = toDraft(settings);
    setKnown(settings);
    setSaved(next);
    setDraft(rebaseDraft(draft, base, next));
    setBase(next);
  }

  return {
    saved,
    draft,
    changed: changedSettings(saved, draft),
    change: (part: Partial<Draft>): void => setDraft((current) => ({ ...current, ...part })),
    reset: (): void => {
      setDraft(saved);
      setBase(saved);
    },
    send: (): Draft => {
      setBase(draft);
      return draft;
    },
    /** @param answered what the server made of what was sent; undefined where it could not be asked. */
    accept: (sent: Draft, answered: Settings | undefined): void => {
      if (!answered) {
        setSaved(sent);
        return;
      }
      const next = toDraft(answered);
      setDraft((current) => rebaseDraft(current, sent, next));
      setBase(next);
    },
    refuse: (sent: Draft): void => setBase((current) => (current === sent ? saved : current)),
  };
}
