import { lazy, Suspense } from 'react';

const Rendered = lazy(() => import('./rendered-markdown'));

/** Markdown of staff. The text is there at once, its form when the renderer is loaded. */
export const Markdown = ({ text }: { text: string }) => (
  <Suspense fallback={<div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>}>
    <Rendered text={text} />
  </Suspense>
);
