import { screen, waitFor, within } from '@testing-library/react';
import { setUpApi } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { openApp } from '@/testing/open-app';
import { person } from '@/testing/person';
import { ok } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';

const incident = {
  ...{ id: 5, component: 'gateway', title: 'Slow exits', body: 'We look.', impact: 'degraded' },
  ...{ automatic: false, started_at: '2026-11-28T10:00:00Z', resolved_at: null, updates: [] },
};
const OPEN = 'POST /admin/incidents';
const UPDATE = 'POST /admin/incidents/5/updates';

describe('incidents', () => {
  mockWideViewport();
  const api = setUpApi(() => signInAs('admin'));
  beforeEach(() => {
    const over = { ...incident, id: 4, title: 'Over', resolved_at: '2026-11-28T11:00:00Z' };
    api.on('GET /admin/incidents', ok({ incidents: [incident, over] }));
  });
  const open = async () => {
    openApp('/admin/incidents');
    return within(await screen.findByRole('table', { name: 'Incidents' }));
  };
  const press = (name: string) => person.click(screen.getByRole('button', { name }));
  const pick = async (name: string) => {
    await press('Actions for Slow exits');
    await person.click(await screen.findByRole('menuitem', { name }));
  };
  const write = (text: string) => person.type(screen.getByLabelText('Text'), text);

  it('should be opened with a component and an impact', async () => {
    api.on(OPEN, ok(undefined, 'Incident opened.'));
    const table = await open();
    expect(table.getByText('Resolved')).toBeVisible();
    await press('Open incident');
    await person.type(await screen.findByLabelText('Title'), 'No mail');
    await write('Mails are late.');
    await selectOption('Component', 'Email');
    await selectOption('Impact', 'Outage');
    await person.click(screen.getAllByRole('button', { name: 'Open incident' }).at(-1)!);
    await screen.findByText('Incident opened.');
    expect(api.calls(OPEN)[0]!.body).toEqual({
      ...{ title: 'No mail', body: 'Mails are late.', component: 'email', impact: 'outage' },
    });
  });

  it('should be updated and resolved', async () => {
    api.on(UPDATE, ok(undefined, 'Update posted.'));
    const table = await open();
    expect(table.getAllByRole('button', { name: /^Actions for/ })).toHaveLength(1);
    await pick('Post update');
    await screen.findByLabelText('Text');
    await write('Found it.');
    await press('Post update');
    await screen.findByText('Update posted.');
    await pick('Resolve');
    await screen.findByLabelText('Text');
    await press('Resolve incident');
    await waitFor(() => expect(api.calls(UPDATE)).toHaveLength(2));
    expect(api.calls(UPDATE).map(({ body }) => body)).toEqual([
      { body: 'Found it.', resolve: false },
      { body: 'This incident is resolved.', resolve: true },
    ]);
  });
});
