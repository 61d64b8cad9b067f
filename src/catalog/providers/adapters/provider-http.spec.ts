import type { AppConfig } from '../../../config/app-config';
import { ProviderHttp, ProviderHttpOptions } from './provider-http';

describe('ProviderHttp', () => {
  const send = (sandbox: boolean, url: string) =>
    new ProviderHttp({ sandbox } as AppConfig, new ProviderHttpOptions()).send({
      method: 'GET',
      url,
    });

  it.each([
    'https://127.0.0.1:9/',
    'https://[::1]:9/',
    'https://10.0.0.1/',
    'https://2130706433:9/',
  ])('should not call %s in production', async (url) => {
    await expect(send(false, url)).rejects.toThrow('not on the public Internet');
  });

  it('should not call a name that stands for this machine in production', async () => {
    await expect(send(false, 'https://localhost:9/')).rejects.toThrow('not on the public Internet');
  });

  it('should send no key without TLS in production', async () => {
    await expect(send(false, 'http://provider.example/')).rejects.toThrow('must begin with https');
  });

  it('should call this machine, and no other private address, in the sandbox', async () => {
    await expect(send(true, 'http://127.0.0.1:9/')).rejects.toThrow('could not be reached');
    await expect(send(true, 'http://10.0.0.1/')).rejects.toThrow('not on the public Internet');
  });
});
