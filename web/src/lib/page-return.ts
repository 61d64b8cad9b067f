/**
 * Calls the listener when Back shows this page as it was left: nothing is loaded anew then, and what
 * happened meanwhile was not heard. @returns a way to stop listening.
 */
export function onPageReturn(listener: () => void): () => void {
  const hear = (event: PageTransitionEvent): void => {
    if (event.persisted) listener();
  };
  window.addEventListener('pageshow', hear);
  return () => window.removeEventListener('pageshow', hear);
}
