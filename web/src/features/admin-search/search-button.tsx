import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { lazy, Suspense, useEffect, useState } from 'react';
import styles from './search-button.module.css';

const SearchDialog = lazy(() => import('./search-dialog'));

/** Keys that open the search, unless they are typed into a field. */
const isShortcut = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean => {
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k';
  const isField =
    target instanceof Element && target.closest('input, textarea, select, [role="dialog"]');
  return key === '/' && !altKey && !isField;
};

/** Opens the search of the back office, as "/" and Ctrl+K do. */
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
        aria-keyshortcuts="/ Control+K"
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-hidden="true" />
        {!compact && (
          <>
            Search <kbd>/</kbd>
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
