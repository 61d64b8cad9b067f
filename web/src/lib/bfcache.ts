/**
 * Calls the listener when the page is restored from the back/forward cache. Such a page is not
 * loaded again and has missed all events since. @returns removes the listener.
 */
export function onBfcacheRestore(listener: () => void): () => void {
  const handlePageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) listener();
  };
  window.addEventListener('pageshow', handlePageShow);
  return () => window.removeEventListener('pageshow', handlePageShow);
}
