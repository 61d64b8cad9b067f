import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import Team from './team';

export default function TeamPage() {
  return (
    <>
      <PageHeader title="Team" />
      <Panel>
        <Team />
      </Panel>
    </>
  );
}
