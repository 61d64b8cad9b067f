import { screen, within } from '@testing-library/react';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { errorReply, ok } from '@/testing/samples';

const ROUTE = 'GET /status';
const gateway = {
  ...{ id: 'gateway', name: 'Gateway', state: 'up', uptime: 99.97 },
  days: [{ day: '2026-11-27', uptime: 99.97 }],
};
const email = { id: 'email', name: 'Email', state: 'unknown', uptime: null, days: [] };

describe('the status page', () => {
  const api = serveApi();

  it('should show the state and the uptime of each component', async () => {
    api.on(ROUTE, ok({ components: [gateway, email], incidents: [], recent: [] }));
    openApp('/status');
    const list = await screen.findByRole('list', { name: 'Components' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Gateway Up99.97% in 90 days', 'Email No dataNot observed yet']);
    expect(screen.getByText('No outage is known.')).toBeInTheDocument();
    expect(document.title).toBe('Status · NairaProxy');
  });

  it('should name what is down, with the open incidents', async () => {
    const incident = {
      ...{ id: 1, component: 'gateway', title: 'Outage: Gateway', body: 'We are on it.' },
      ...{ impact: 'partial_outage', automatic: false, resolved_at: null },
      started_at: '2026-11-28T10:00:00Z',
      updates: [{ body: 'Found it.', created_at: '2026-11-28T10:20:00Z' }],
    };
    const over = { ...incident, id: 2, title: 'Slow mail', resolved_at: '2026-11-28T11:00:00Z' };
    const components = [{ ...gateway, state: 'down' }];
    api.on(ROUTE, ok({ components, incidents: [incident], recent: [over] }));
    openApp('/status');
    expect(await screen.findByText('Down now: Gateway')).toBeInTheDocument();
    const open = within(screen.getByRole('list', { name: 'Open incidents' }));
    expect(open.getByRole('heading', { name: 'Outage: Gateway' })).toBeInTheDocument();
    expect(open.getByText('Gateway: partial outage since 28 Nov 2026, 11:00')).toBeInTheDocument();
    expect(open.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      ...['Found it.', 'We are on it.'],
    ]);
    const recent = within(screen.getByRole('list', { name: 'Resolved in the last 14 days' }));
    expect(recent.getByText('Slow mail')).toBeInTheDocument();
    expect(
      recent.getByText('Gateway: partial outage, 28 Nov, 11:00 – 28 Nov, 12:00'),
    ).toBeInTheDocument();
  });

  it('should offer another attempt when the server does not answer', async () => {
    api.on(ROUTE, errorReply(500, { message: 'It broke.' }));
    openApp('/status');
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });
});
