import { get } from 'node:http';
import type { PlatformFixture } from '../processes';
import type { BoughtProxy } from './customer';

/** Requests a page through a bought proxy. @returns the status; quicker than curl for many proxies. */
export const requestThroughProxy = (
  { gatewayHttpPort }: PlatformFixture,
  { username, password }: BoughtProxy,
  url: string,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const credentials = Buffer.from(`${username}:${password}`).toString('base64');
    get(
      {
        ...{ host: 'localhost', port: gatewayHttpPort, path: url, agent: false },
        headers: { 'proxy-authorization': `Basic ${credentials}` },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    ).on('error', reject);
  });
