import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { Route, Routes } from 'react-router-dom';
import { serveApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { datacenterProxy, errorReply, ok } from '@/testing/samples';
import ProxyPage from './page/proxy-page';

const PROXY = 'GET /user/proxies/9';
const REPLACE = 'POST /user/proxies/9/replacement';
const REPLACED = 'This proxy has another address by now. Test it before you replace it again.';
const LIMIT = 'You can replace this one again after 12 Dec 2026, 10:00.';

describe('replacing the address of a proxy', () => {
  const api = serveApi({
    [`${PROXY}/endpoints`]: ok({ endpoints: [] }),
    [`${PROXY}/sub-users`]: ok({ sub_users: [], limit: 50 }),
    [`${PROXY}/usage`]: ok([]),
    [`${PROXY}/list-token`]: errorReply(404),
    [`${PROXY}/connections`]: ok({
      connections: [],
      total: 0,
      complete: true,
      show_targets: false,
    }),
    'GET /user/usage': ok({ projected_end_at: null }),
    'GET /user/proxies/tags': ok({ tags: [] }),
    'GET /pool/countries': ok([]),
  });

  const open = () =>
    renderAt(
      <Routes>
        <Route path="/proxyhistory/:id" element={<ProxyPage />} />
      </Routes>,
      '/proxyhistory/9',
    );
  const summary = async () => within(await screen.findByRole('region', { name: 'Summary' }));

  it('should send the reason, show a refusal in the dialog, then the new address on the page', async () => {
    api.on(PROXY, ok({ proxy: datacenterProxy({ ip: '203.0.113.1' }) }));
    api.on(REPLACE, errorReply(409, { code: 'REPLACEMENT_LIMIT', message: LIMIT }));
    open();
    await person.click((await summary()).getByRole('button', { name: 'Replace address' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/203\.0\.113\.1 stops working at once/)).toBeVisible();
    const submit = dialog.getByRole('button', { name: 'Replace address' });
    await person.click(submit);
    expect(await dialog.findByText('Choose what is wrong')).toBeVisible();
    expect(api.calls(REPLACE)).toHaveLength(0);
    await person.click(dialog.getByRole('radio', { name: 'Blocked: a website refuses it' }));
    await person.type(dialog.getByLabelText('Details (optional)'), ' example.com ');
    await person.click(submit);
    expect(await dialog.findByText(LIMIT)).toBeVisible();
    expect(openedMessages()).toEqual([]);

    const replaced = datacenterProxy({ ip: '203.0.113.2' });
    api.on(PROXY, ok({ proxy: replaced }));
    const message = 'Your proxy has a new address. Username and password stay the same.';
    api.on(REPLACE, ok({ proxy: replaced }, message));
    await person.click(submit);
    expect(await screen.findByText('203.0.113.2')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(openedMessages()).toEqual([message]);
    expect(api.calls(REPLACE).at(-1)?.body).toEqual({
      ...{ reason: 'blocked', details: 'example.com', address: '203.0.113.1' },
    });
  });

  it('should load the proxy again when somebody has replaced its address in the meantime', async () => {
    api.on(PROXY, ok({ proxy: datacenterProxy({ ip: '203.0.113.1' }) }));
    open();
    await person.click((await summary()).getByRole('button', { name: 'Replace address' }));
    const dialog = within(await screen.findByRole('dialog'));
    api.on(PROXY, ok({ proxy: datacenterProxy({ ip: '203.0.113.2' }) }));
    api.on(REPLACE, errorReply(409, { code: 'ADDRESS_REPLACED', message: REPLACED }));
    await person.click(dialog.getByRole('radio', { name: 'Slow' }));
    await person.click(dialog.getByRole('button', { name: 'Replace address' }));
    expect(await dialog.findByText(REPLACED)).toBeVisible();
    await waitFor(() => expect(screen.queryByText('203.0.113.1')).toBeNull());
    expect(screen.getByText('203.0.113.2')).toBeInTheDocument();
    expect(dialog.getByText(/203\.0\.113\.2 stops working at once/)).toBeVisible();
    expect(dialog.getByRole('radio', { name: 'Slow' })).toBeChecked();
  });

  it('should offer it only where the server does', async () => {
    for (const offered of [true, false]) {
      api.on(
        PROXY,
        ok({ proxy: datacenterProxy({ can_replace_address: offered, ip: '203.0.113.1' }) }),
      );
      const { unmount } = open();
      const shown = await summary();
      expect(shown.getByRole('switch', { name: 'Auto-renew' })).toBeVisible();
      expect(shown.queryAllByRole('button', { name: 'Replace address' })).toHaveLength(
        offered ? 1 : 0,
      );
      unmount();
    }
  });
});
