import {
  isExpired,
  parseAddresses,
  parseDailyLimit,
  toCreateBody,
  toScopeLabels,
  EMPTY_KEY,
} from './api-key';
import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import ApiKeys from './api-keys';
import Webhooks from './webhooks';

describe('an API key', () => {
  it.each([
    ['', null],
    [' ₦20,000 ', 20_000],
    ['1', 1],
    ['\u200f२०,०००', 20_000],
    ['0', undefined],
    ['12.5', undefined],
    ['200000000', undefined],
    ['abc', undefined],
  ])('should read the daily limit %j as %j', (text, amount) =>
    expect(parseDailyLimit(text)).toBe(amount),
  );

  it('should read addresses separated by lines, spaces or commas', () => {
    expect(parseAddresses(' 203.0.113.7\n2001:db8::/32, 10.0.0.1 ')).toEqual([
      '203.0.113.7',
      '2001:db8::/32',
      '10.0.0.1',
    ]);
  });

  it('should be sent as the API takes it', () => {
    const now = Date.parse('2026-11-01T00:00:00Z');
    expect(
      toCreateBody({ ...EMPTY_KEY, name: 'Bot', lifetime: 30, daily_limit: '500' }, now),
    ).toEqual({
      name: 'Bot',
      scopes: ['read'],
      allowed_addresses: [],
      expires_at: '2026-12-01T00:00:00.000Z',
      daily_limit: 500,
    });
    expect(toCreateBody({ ...EMPTY_KEY, lifetime: 0 }, now)).toMatchObject({
      expires_at: null,
      daily_limit: null,
    });
  });

  it('should show its scopes in one order, and whether it has expired', () => {
    expect(toScopeLabels(['buy', 'read'])).toBe('Read, Buy');
    const key = { expires_at: '2026-11-01T00:00:00Z' } as Parameters<typeof isExpired>[0];
    expect(isExpired(key, Date.parse('2026-11-01T00:00:00Z'))).toBe(true);
    expect(isExpired(key, Date.parse('2026-10-31T23:59:59Z'))).toBe(false);
    expect(isExpired({ ...key, expires_at: null }, 0)).toBe(false);
  });
});

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

describe('the webhooks of the account', () => {
  const LIST = 'GET /user/webhooks';

  const CREATE = 'POST /user/webhooks';

  const HOOK = {
    ...{ id: 3, url: 'https://example.com/hooks', events: ['order.delivered'] },
    ...{
      enabled: true,
      disabled_reason: null as string | null,
      created_at: '2026-11-01T08:00:00Z',
    },
  };

  const DELIVERY = {
    ...{ id: 41, event_id: '5f0c2c0a-3f0e-4a57-9d5d-3a2f1a7a8d11', type: 'order.delivered' },
    ...{ status: 'failed', attempts: 6, response_status: 500 },
    ...{ last_error: 'The server answered with status 500', next_attempt_at: null },
    ...{ created_at: '2026-11-01T08:00:00Z', last_attempt_at: '2026-11-01T17:00:00Z' },
  };

  const api = serveApi();

  const choose = async (item: string) => {
    await person.click(await screen.findByRole('button', { name: /^Actions for https/ }));
    await person.click(await screen.findByRole('menuitem', { name: item }));
  };

  it('should show the secret of a new webhook once', async () => {
    let stored: object[] = [];
    api.on(LIST, () => ok(stored));
    api.on(CREATE, () => {
      stored = [HOOK];
      return { status: 201, ...ok({ ...HOOK, secret: 'whsec_once' }) };
    });
    renderAt(<Webhooks />);
    await person.click(await screen.findByRole('button', { name: 'Add webhook' }));
    const form = within(await screen.findByRole('form', { name: 'Add webhook' }));
    await person.type(form.getByLabelText('URL'), HOOK.url);
    await person.click(form.getByRole('checkbox', { name: /^order\.delivered/ }));
    await person.click(form.getByRole('button', { name: 'Add webhook' }));
    expect(await screen.findByLabelText('Signing secret')).toHaveValue('whsec_once');
    expect(api.calls(CREATE)[0]?.body).toEqual({ url: HOOK.url, events: ['order.delivered'] });
    await person.click(screen.getByRole('button', { name: 'I have stored it' }));
    expect(screen.queryByDisplayValue('whsec_once')).not.toBeInTheDocument();
    expect(await screen.findByText(HOOK.url)).toBeVisible();
  });

  it('should show why one was switched off, and switch it on again', async () => {
    let hook = {
      ...HOOK,
      enabled: false,
      disabled_reason: 'The connection was refused' as string | null,
    };
    api.on(LIST, () => ok([hook]));
    api.on('PUT /user/webhooks/3', () => {
      hook = { ...hook, enabled: true, disabled_reason: null };
      return ok(hook);
    });
    renderAt(<Webhooks />);
    expect(await screen.findByText(/^The connection was refused\. Correct it/)).toBeVisible();
    await choose('Switch on');
    await screen.findByText(HOOK.url);
    expect(api.calls('PUT /user/webhooks/3').map(({ body }) => body)).toEqual([{ enabled: true }]);
  });

  it('should send an event of the log again', async () => {
    api.on(LIST, ok([HOOK]));
    api.on('GET /user/webhooks/3/deliveries', ok([DELIVERY]));
    api.on(
      'POST /user/webhooks/3/deliveries/41/redeliver',
      ok(undefined, 'The event is on its way.'),
    );
    renderAt(<Webhooks />);
    await person.click(await screen.findByRole('button', { name: /^Log/ }));
    const log = within(await screen.findByRole('list', { name: 'Deliveries' }));
    expect(log.getByRole('listitem')).toHaveTextContent('6 attempts · status 500');
    await person.click(log.getByRole('button', { name: /^Send again/ }));
    expect(await screen.findByText('The event is on its way.')).toBeVisible();
  });

  it('should remove after a confirmation', async () => {
    let stored: object[] = [HOOK];
    api.on(LIST, () => ok(stored));
    api.on('DELETE /user/webhooks/3', () => {
      stored = [];
      return ok(undefined, 'The webhook was removed.');
    });
    renderAt(<Webhooks />);
    await choose('Remove');
    expect(api.calls('DELETE /user/webhooks/3')).toHaveLength(0);
    await person.click(await screen.findByRole('button', { name: 'Remove webhook' }));
    expect(await screen.findByText('No webhooks yet')).toBeVisible();
  });

  it('should show that they could not be loaded', async () => {
    api.on(LIST, errorReply(500));
    renderAt(<Webhooks />);
    expect(await screen.findByText('Failed to load your webhooks')).toBeVisible();
  });
});
