import { Button, Flex, Radio } from 'antd';
import { useState } from 'react';
import { useDecideSecurityReview, useGetSecurityReview } from '@/api/generated/profile';
import type { SecurityReviewItem } from '@/api/generated/api.schemas';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { notify } from '@/components/feedback/notify';
import { Dialog } from '@/components/ui/dialog';
import { formatDate } from '@/lib/date';
import styles from './security-review.module.css';

type Choice = 'keep' | 'remove';

const KINDS: Record<SecurityReviewItem['kind'], string> = {
  member: 'Team member',
  invitation: 'Open invitation to the team',
  address: 'Address without a password',
  sub_user: 'Sub-user',
  webhook: 'Webhook',
  api_key: 'API key',
  google: 'Sign-in with Google',
};

function describe({ kind, detail, proxy_id, created_at }: SecurityReviewItem): string {
  return [
    KINDS[kind],
    detail,
    proxy_id === null ? null : `proxy #${proxy_id}`,
    kind === 'google' ? null : `since ${formatDate(created_at)}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

interface ItemsProps {
  items: readonly SecurityReviewItem[];
  choices: Readonly<Record<string, Choice>>;
  onChoose: (id: string, choice: Choice) => void;
}

function Items({ items, choices, onChoose }: ItemsProps) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <span id={`review-${item.id}`} className={styles.details}>
            <strong>
              <bdi>{item.title}</bdi>
            </strong>
            <span className={styles.meta}>{describe(item)}</span>
          </span>
          <Radio.Group
            aria-labelledby={`review-${item.id}`}
            name={item.id}
            optionType="button"
            value={choices[item.id]}
            onChange={({ target }) => onChoose(item.id, target.value as Choice)}
            options={[
              { value: 'keep', label: 'Keep' },
              { value: 'remove', label: 'Remove' },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

/** What others may use the account with, to keep or to remove. A review that is due takes a decision about everything. */
export default function SecurityReviewDialog({ onClose }: { onClose: () => void }) {
  const query = useGetSecurityReview({ query: { meta: { quiet: true } } });
  const [chosen, setChosen] = useState<Record<string, Choice>>({});
  const decide = useDecideSecurityReview({
    mutation: {
      meta: { fallback: 'Your decisions could not be saved' },
      onSuccess: notify.thenGoOn(onClose),
      // Something was added or removed elsewhere.
      onError: () => void query.refetch(),
    },
  });
  const { due = false, items = [] } = query.data?.data ?? {};
  const choices: Record<string, Choice> = {};
  for (const { id } of items) {
    const choice = chosen[id] ?? (due ? undefined : 'keep');
    if (choice) choices[id] = choice;
  }
  const idsOf = (choice: Choice) => Object.keys(choices).filter((id) => choices[id] === choice);
  const decided = Object.keys(choices).length;
  const isReady = due ? decided === items.length : idsOf('remove').length > 0;
  const chooseAll = (choice: Choice): void =>
    setChosen(Object.fromEntries(items.map(({ id }) => [id, choice])));
  // What a key made is offered for removal with it.
  const choose = (id: string, choice: Choice): void => {
    const made = choice === 'remove' ? items.filter(({ made_with }) => made_with === id) : [];
    const also = made.map((item) => [item.id, choice]);
    setChosen((before) => ({ ...before, ...Object.fromEntries(also), [id]: choice }));
  };
  const save = (): void =>
    decide.mutate({ data: { keep: idsOf('keep'), remove: idsOf('remove') } });
  return (
    <Dialog
      title="Check who has access"
      width={640}
      onClose={onClose}
      footer={
        <Flex wrap justify="end" align="center" gap="small">
          {due && items.length > 0 && (
            <span className={styles.count} role="status">
              {decided} of {items.length} decided
            </span>
          )}
          <Button onClick={onClose}>Close</Button>
          <Button type="primary" disabled={!isReady || decide.isPending} onClick={save}>
            {decide.isPending ? 'Saving...' : 'Save'}
          </Button>
        </Flex>
      }
    >
      {query.isError ? (
        <ErrorState
          title="Failed to load who has access"
          message={query.error.message}
          requestId={query.error.requestId}
          onRetry={() => void query.refetch()}
        />
      ) : query.isPending ? (
        <LoadingRows rows={4} />
      ) : items.length === 0 ? (
        <EmptyState
          icon="check"
          title="Nobody else has access"
          hint="Only you can use your account."
        />
      ) : (
        <>
          <p className={styles.lead}>
            {due
              ? 'Your password was reset. Somebody who knew the old one could have set this up, so it is paused until you have decided about all of it. Your proxies go on with their username and password; if those may have been seen too, give the proxies new passwords under Proxy History.'
              : 'Others may use your account with what is listed here. What you remove ends at once.'}
          </p>
          <Flex wrap gap="small">
            <Button onClick={() => chooseAll('keep')}>Keep all</Button>
            <Button onClick={() => chooseAll('remove')}>Remove all</Button>
          </Flex>
          <Items items={items} choices={choices} onChoose={choose} />
        </>
      )}
    </Dialog>
  );
}
