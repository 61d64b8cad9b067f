import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import ApiKeys from './api-keys';

const LIST = 'GET /user/api-keys';
const CREATE = 'POST /user/api-keys';

const KEY = {
  ...{ id: 7, name: 'Bot', prefix: 'np_live_Ab3dE9', scopes: ['read', 'buy'] },
  ...{ allowed_addresses: ['203.0.113.7'], daily_limit: 20_000, spent_today: 4960 },
  ...{ created_at: '2026-11-01T08:00:00Z', expires_at: null, last_used_at: null },
};

describe('the API keys of the account', () => {
  const api = serveApi();

  it('should show a new key once and then its row', async () => {
    let stored: object[] = [];
    api.on(LIST, () => ok(stored));
    api.on(CREATE, () => {
      stored = [KEY];
      return { status: 201, ...ok({ ...KEY, key: 'np_live_Ab3dE9-secret' }) };
    });
    renderAt(<ApiKeys />);
    await person.click(await screen.findByRole('button', { name: 'Create API key' }));
    const form = within(await screen.findByRole('form', { name: 'Create API key' }));
    await person.type(form.getByLabelText('Name'), 'Bot');
    await person.click(form.getByRole('checkbox', { name: /^Buy/ }));
    await person.type(form.getByLabelText('Daily spending limit (₦)'), '20,000');
    await person.type(form.getByLabelText('Allowed IP addresses'), '203.0.113.7');
    await person.click(form.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByLabelText('Key Bot')).toHaveValue('np_live_Ab3dE9-secret');
    expect(api.calls(CREATE)[0]?.body).toEqual({
      name: 'Bot',
      scopes: ['read', 'buy'],
      allowed_addresses: ['203.0.113.7'],
      expires_at: expect.any(String),
      daily_limit: 20_000,
    });
    await person.click(screen.getByRole('button', { name: 'I have stored it' }));
    expect(screen.queryByDisplayValue('np_live_Ab3dE9-secret')).not.toBeInTheDocument();
    const row = await screen.findByRole('listitem');
    expect(row).toHaveTextContent('Read, Buy · from 203.0.113.7 · ₦4,960 of ₦20,000 spent today');
    expect(row).toHaveTextContent('never used · does not expire');
  });

  it('should show what the server refuses at its field', async () => {
    api.on(LIST, ok([]));
    api.on(
      CREATE,
      errorReply(422, {
        errors: { allowed_addresses: ['“x” is neither an IP address nor a CIDR range'] },
      }),
    );
    renderAt(<ApiKeys />);
    await person.click(await screen.findByRole('button', { name: 'Create API key' }));
    await person.type(await screen.findByLabelText('Name'), 'Bot');
    await person.click(screen.getByRole('button', { name: 'Create key' }));
    expect(
      (await screen.findAllByText('“x” is neither an IP address nor a CIDR range')).length,
    ).toBeGreaterThan(0);
  });

  it('should revoke after a confirmation', async () => {
    let stored: object[] = [KEY];
    api.on(LIST, () => ok(stored));
    api.on('DELETE /user/api-keys/7', () => {
      stored = [];
      return ok(undefined, 'The API key no longer works.');
    });
    renderAt(<ApiKeys />);
    await person.click(await screen.findByRole('button', { name: 'Revoke Bot' }));
    expect(api.calls('DELETE /user/api-keys/7')).toHaveLength(0);
    await person.click(await screen.findByRole('button', { name: 'Revoke key' }));
    await waitFor(() => expect(screen.getByText('No API keys yet')).toBeVisible());
  });

  it('should show that they could not be loaded', async () => {
    api.on(LIST, errorReply(500));
    renderAt(<ApiKeys />);
    expect(await screen.findByText('Failed to load your API keys')).toBeVisible();
  });
});
