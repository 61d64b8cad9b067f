import { lazy, Suspense, useState } from 'react';
import { PlainButton } from '@/components/ui/button';

const ContactDialog = lazy(() => import('./contact-dialog'));

export function ContactSales() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <PlainButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Contact Sales Team
      </PlainButton>
      <Suspense>{open && <ContactDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
