import { Badge, Button, Drawer } from 'antd';
import { lazy, Suspense } from 'react';
import { useListWalletCorrections } from '@/api/generated/admin-wallet-corrections';
import { useIsAdmin } from '@/api/use-is-admin';
import { useUrlParams } from '@/lib/url-params';

const WalletCorrectionList = lazy(() =>
  import('./wallet-correction-list').then((module) => ({ default: module.WalletCorrectionList })),
);

/** Opens the corrections in a drawer that the URL holds; the badge counts those awaiting approval. */
export function WalletCorrectionsButton() {
  const isAdmin = useIsAdmin();
  const [params, write] = useUrlParams();
  const query = useListWalletCorrections(
    { status: 'proposed', per_page: 1 },
    { query: { enabled: isAdmin, meta: { quiet: true } } },
  );
  if (!isAdmin) return null;
  const awaiting = query.data?.data.awaiting ?? 0;
  return (
    <>
      <Badge count={awaiting} size="small">
        <Button
          aria-label={`Wallet corrections, ${awaiting} awaiting approval`}
          onClick={() => write({ corrections: 'open' }, false)}
        >
          Corrections
        </Button>
      </Badge>
      <Drawer
        title="Corrections and Approvals"
        open={params.get('corrections') === 'open'}
        size={560}
        destroyOnHidden
        onClose={() => write({ corrections: null }, true)}
      >
        <Suspense>
          <WalletCorrectionList />
        </Suspense>
      </Drawer>
    </>
  );
}
