import { screen, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import Webhooks from './webhooks';

const LIST = 'GET /user/webhooks';
const CREATE = 'POST /user/webhooks';

const HOOK = {
  ...{ id: 3, url: 'https://example.com/hooks', events: ['order.delivered'] },
  ...{ enabled: true, disabled_reason: null as string | null, created_at: '2026-11-01T08:00:00Z' },
};

const DELIVERY = {
  ...{ id: 41, event_id: '5f0c2c0a-3f0e-4a57-9d5d-3a2f1a7a8d11', type: 'order.delivered' },
  ...{ status: 'failed', attempts: 6, response_status: 500 },
  ...{ last_error: 'The server answered with status 500', next_attempt_at: null },
  ...{ created_at: '2026-11-01T08:00:00Z', last_attempt_at: '2026-11-01T17:00:00Z' },
};

describe('the webhooks of the account', () => {
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
