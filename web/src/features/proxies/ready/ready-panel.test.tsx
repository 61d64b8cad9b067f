import { screen } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { datacenterProxy, ok, proxy } from '@/testing/samples';
import ReadyPanel from './ready-panel';

describe('what a customer sees after a purchase', () => {
  const api = serveApi();

  const open = (ids: number[]) => renderAt(<ReadyPanel ids={ids} />, '/proxyhistory');

  it('should show the curl line of one proxy, masked, and lead to its page', async () => {
    api.on('GET /user/proxies', ok({ proxies: [proxy(), proxy({ id: 3 })] }));
    open([4]);
    const line = await screen.findByRole('region', { name: 'curl command' });
    expect(line).toHaveTextContent('np12345:••••••••@gw.example:3128');
    expect(screen.getByRole('link', { name: 'Connect' })).toHaveAttribute(
      'href',
      '/proxyhistory/4',
    );
  });

  it('should copy the lines of many proxies at once', async () => {
    const bought = [7, 8, 9].map((id) => datacenterProxy({ id, username: `np${id}` }));
    api.on('GET /user/proxies', ok({ proxies: [...bought, proxy()] }));
    open([7, 8, 9]);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await person.click(await screen.findByRole('button', { name: 'Copy connection lines' }));
    expect(write.mock.lastCall?.[0].split('\n')).toEqual(
      [7, 8, 9].map((id) => `gw.example:3128:np${id}:secret-word`),
    );
    expect(screen.getByText('Your 3 proxies are ready')).toBeInTheDocument();
  });
});
