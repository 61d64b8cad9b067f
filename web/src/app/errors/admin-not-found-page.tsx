import { Card, Result } from 'antd';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/layout/page-header';
import { adminPaths } from '@/lib/admin-paths';

/** An unknown address of the admin area, inside its shell. */
export default function AdminNotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <Card>
        <Result
          status="404"
          subTitle="The address may be wrong, or the page has moved."
          extra={
            <LinkButton type="primary" to={adminPaths.dashboard}>
              Dashboard
            </LinkButton>
          }
        />
      </Card>
    </>
  );
}
