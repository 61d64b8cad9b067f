import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { lazy, Suspense, useEffect, useState } from 'react';
import styles from './search-button.module.css';

const SearchDialog = lazy(() => import('./search-dialog'));

/** "/" goes to the search of a list. */
const isShortcut = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';

/** Opens the search of the back office, as Ctrl+K does. */
export function SearchButton({ compact = false }: { compact?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        className={compact ? styles.icon : styles.box}
        aria-label="Search"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-hidden="true" />
        {!compact && (
          <>
            Search <kbd>Ctrl K</kbd>
          </>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
