import { screen, within } from '@testing-library/react';
import { setUpApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import CoveragePage from './coverage-page';

const LIST = 'GET /admin/supply/coverage';

const page = (coverage: object[]) =>
  ok({
    coverage,
    pagination: pagination(coverage.length, { perPage: 25 }),
  });
const row = (over: object = {}) => ({
  ...{ country: 'ng', country_name: 'Nigeria', kind: 'residential', exits: 3, not_served: 1 },
  networks: [{ id: 4, name: 'IPRoyal' }],
  ...over,
});

describe('CoveragePage', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  beforeEach(() => {
    const lost = row({ country: 'gh', country_name: 'Ghana', exits: 0, networks: [] });
    api.on(LIST, page([row(), lost]));
  });

  it('should show what serves each country, with a link to the network for admins', async () => {
    renderAt(<CoveragePage />, '/admin/coverage?kind=residential&search=a');
    const table = await screen.findByRole('table', { name: 'On sale' });
    const [nigeria, ghana] = within(table).getAllByRole('row').slice(1);
    expect(within(nigeria!).getByText('3, 1 more not served')).toBeVisible();
    expect(within(nigeria!).getByRole('link', { name: 'IPRoyal' })).toHaveAttribute(
      'href',
      '/admin/network?id=4',
    );
    expect(within(nigeria!).getByText('On sale')).toBeVisible();
    expect(within(ghana!).getByText('Not served')).toBeVisible();
    expect(Object.fromEntries(api.calls(LIST)[0]!.query)).toEqual({
      ...{ page: '1', per_page: '25', search: 'a', kind: 'residential' },
    });
  });

  it('should link nothing for sub-admins, who cannot open a network', async () => {
    signInAs('sub-admin');
    renderAt(<CoveragePage />, '/admin/coverage');
    const table = await screen.findByRole('table', { name: 'On sale' });
    expect(within(table).getByText('IPRoyal')).toBeVisible();
    expect(within(table).queryByRole('link')).toBeNull();
  });

  it('should say what to do when nothing is on sale, and what failed', async () => {
    api.on(LIST, page([]));
    const { unmount } = renderAt(<CoveragePage />, '/admin/coverage');
    expect(await screen.findByText('Nothing is on sale')).toBeVisible();
    unmount();
    api.on(LIST, errorReply(500));
    renderAt(<CoveragePage />, '/admin/coverage');
    expect(await screen.findByText('Failed to load what is on sale')).toBeVisible();
  });
});
