import { Input } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useAdminSearch } from '@/api/generated/admin-search';
import type { SearchKind } from '@/api/generated/api.schemas';
import { Dialog } from '@/components/ui/dialog';
import { useDebouncedText } from '@/lib/use-debounced-text';
import styles from './search-dialog.module.css';

const GROUPS: Record<SearchKind, string> = {
  user: 'Users',
  proxy: 'Proxies',
  transaction: 'Transactions',
  order: 'Orders',
  invoice: 'Invoices',
  ticket: 'Tickets',
};

/** Moves the focus among the field and the results. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const next = stops.indexOf(document.activeElement as HTMLElement) + step;
  stops[Math.min(Math.max(next, 0), stops.length - 1)]?.focus();
}

/** One search over everything that the viewer may see. Enter opens the first result, the arrow keys lead to the others. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [term, setTerm] = useState('');
  const [text, setText] = useDebouncedText(term, setTerm);
  const query = useAdminSearch({ q: term }, { query: { enabled: term !== '' } });
  const isAnswered = term !== '' && text.trim() === term && query.isSuccess;
  const results = isAnswered ? query.data.data.results : [];
  return (
    <Dialog title="Search" width={640} onClose={onClose}>
      <search onKeyDown={moveFocus}>
        <Input
          autoFocus
          allowClear
          type="search"
          size="large"
          maxLength={100}
          value={text}
          aria-label="Search"
          placeholder="Name, e-mail, phone, proxy, address, reference or number"
          onChange={(event) => setText(event.target.value)}
          onPressEnter={() => {
            if (!results[0]) return;
            onClose();
            void navigate(results[0].url);
          }}
        />
        <p role="status" className={styles.note}>
          {getNote({ text, isAnswered, isError: query.isError, count: results.length })}
        </p>
        {Object.entries(GROUPS).map(([kind, label]) => {
          const found = results.filter((result) => result.kind === kind);
          if (found.length === 0) return null;
          return (
            <section key={kind} aria-label={label}>
              <h3 className={styles.label}>{label}</h3>
              <ul>
                {found.map(({ id, title, subtitle, url }) => (
                  <li key={id}>
                    <Link to={url} className={styles.result} onClick={onClose}>
                      <bdi>{title}</bdi>
                      <bdi className={styles.subtitle}>{subtitle}</bdi>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </search>
    </Dialog>
  );
}

interface State {
  text: string;
  isAnswered: boolean;
  isError: boolean;
  count: number;
}

function getNote({ text, isAnswered, isError, count }: State): string {
  if (text.trim() === '')
    return 'Finds customers, proxies, payments, orders, invoices and tickets.';
  if (isError) return 'The search failed. Change the text to try again.';
  if (!isAnswered) return 'Searching…';
  return count === 0 ? 'Nothing found.' : `${count} found, at most five of each kind.`;
}
