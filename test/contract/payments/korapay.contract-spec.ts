import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Money } from '../../../src/common/money/money';
import type { AppConfig } from '../../../src/config/app-config';
import { KorapayService } from '../../../src/payments/korapay/korapay.service';
import { KorapayClient } from '../../../src/payments/korapay/korapay.client';
import { SettingsService } from '../../../src/settings/settings.service';
import { freePort } from '../../support/ports';
import { openSandboxApp } from '../../support/sandbox-app';
import { cardProviderContract } from './card-provider.suite';
import { useTestApp } from '../../support/use-test-app';

const PROVIDER_TIMEOUT_MS = 20_000;
const HASTE_MS = 600;

describe('KorapayService against the simulator', () => {
  const shop = useTestApp(() => openSandboxApp(PROVIDER_TIMEOUT_MS));

  cardProviderContract(() => ({
    provider: shop.module.get(KorapayService),
    secrets: ['sk_test_sandbox'],
    siteUrl: shop.url,
    async pay(reference, outcome) {
      await shop.call('POST', `/sandbox/korapay/control/charges/${reference}`, {
        body: { outcome },
      });
    },
    async payOut() {
      const { body } = await shop.call('POST', '/sandbox/korapay/control/payouts');
      return (body as { reference: string }).reference;
    },
    async breakNext(route, accept) {
      // The simulator closes the connection: after a client timeout the request may not have arrived.
      await shop.call('POST', '/sandbox/korapay/control', {
        body: { route, times: 1, accept, hangMs: 0 },
      });
    },
    async notification(reference) {
      const [row] = await shop.sql<{ body: string; signature: string }>(
        'SELECT body, signature FROM sandbox.webhook WHERE reference = $1 LIMIT 1',
        [reference],
      );
      return { body: Buffer.from(row!.body), signature: row!.signature };
    },
  }));

  describe('with a faulty server', () => {
    let server: Server | undefined;
    afterEach(() => {
      server?.closeAllConnections();
      server?.close();
    });

    /** The adapter with the URL of a test server. */
    async function against(
      listener: RequestListener,
      timeoutMs = PROVIDER_TIMEOUT_MS,
    ): Promise<KorapayService> {
      server = createServer(listener);
      await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
      return adapterTo((server.address() as AddressInfo).port, timeoutMs);
    }

    function adapterTo(port: number, timeoutMs = PROVIDER_TIMEOUT_MS): KorapayService {
      const config = {
        sandbox: true,
        http: { appUrl: `http://127.0.0.1:${port}` },
        korapay: { baseUrl: `http://127.0.0.1:${port}` },
      } as AppConfig;
      const settings = shop.module.get(SettingsService);
      const limits = { timeoutMs, maxBytes: 4096 };
      return new KorapayService(config, settings, new KorapayClient(config, settings, limits));
    }

    it.each<[string, RequestListener]>([
      ['sends more than we listen to', (_req, res) => res.end(`{"a":"${'x'.repeat(10_000)}"}`)],
      [
        'never stops sending',
        (_req, res) => {
          const timer = setInterval(() => res.write(' '), 20);
          res.on('close', () => clearInterval(timer));
        },
      ],
      ['stops halfway', (_req, res) => res.write('{"status":tr', () => res.destroy())],
      ['hangs up', (req) => req.socket.destroy()],
      ['never answers', () => undefined],
      ['answers with nothing', (_req, res) => res.end()],
    ])('should return unknown when the server %s', async (_what, listener) => {
      const adapter = await against(listener, HASTE_MS);
      expect(await adapter.findCharge('TOPUP-1234')).toMatchObject({ outcome: 'unknown' });
    });

    it('should not follow redirects, which would leak the key', async () => {
      const seen: (string | undefined)[] = [];
      const adapter = await against((req, res) => {
        seen.push(req.url);
        res.writeHead(302, { location: '/elsewhere' }).end();
      });
      expect(await adapter.findCharge('TOPUP-1234')).toMatchObject({ outcome: 'unknown' });
      expect(seen).toEqual(['/charges/TOPUP-1234']);
    });

    it('should return unknown when the connection is refused', async () => {
      const adapter = adapterTo(await freePort());
      expect(await adapter.findCharge('TOPUP-1234')).toEqual({
        outcome: 'unknown',
        reason: 'ECONNREFUSED',
      });
    });

    const charge = {
      reference: 'TOPUP-1234',
      amount: Money.naira(5000),
      customer: { email: 'ada@example.com', name: 'Ada' },
      returnUrl: 'https://shop.example/wallet',
      notificationUrl: 'https://shop.example/hook',
      userId: 7,
      channels: [],
    };

    it('should look up on one kept connection and charge on a new one', async () => {
      const connections: unknown[] = [];
      const adapter = await against((req, res) => {
        connections.push(req.socket);
        res.writeHead(404, { 'content-type': 'application/json' }).end('{"status":false}');
      });
      for (let i = 0; i < 3; i += 1) await adapter.findCharge('TOPUP-1234');
      expect(new Set(connections).size).toBe(1);
      await adapter.initialize(charge);
      expect(new Set(connections).size).toBe(2);
    });

    it('should send one request per call, with the key and within Korapay’s rules', async () => {
      const bodies: string[] = [];
      const adapter = await against((req, res) => {
        expect(req.headers.authorization).toBe('Bearer sk_test_sandbox');
        req.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
        req.on('end', () => res.writeHead(503).end());
      });
      await adapter.initialize(charge);
      expect(bodies).toHaveLength(1);
      expect(JSON.parse(bodies[0]!)).toEqual({
        reference: 'TOPUP-1234',
        amount: 5000,
        currency: 'NGN',
        redirect_url: 'https://shop.example/wallet',
        notification_url: 'https://shop.example/hook',
        customer: { email: 'ada@example.com', name: 'Ada' },
        merchant_bears_cost: true,
        narration: 'Wallet top-up',
        metadata: { purpose: 'wallet-topup', 'user-id': '7' },
      });
    });

    it('should name the ways to pay where the shop chose them', async () => {
      const bodies: string[] = [];
      const adapter = await against((req, res) => {
        req.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
        req.on('end', () => res.writeHead(503).end());
      });
      await adapter.initialize({ ...charge, channels: ['card', 'bank_transfer'] });
      await adapter.initialize({
        ...charge,
        channels: ['card', 'bank_transfer'],
        channel: 'bank_transfer',
      });
      expect(bodies.map((body) => JSON.parse(body))).toEqual([
        expect.not.objectContaining({ default_channel: expect.anything() }),
        expect.objectContaining({
          channels: ['card', 'bank_transfer'],
          default_channel: 'bank_transfer',
        }),
      ]);
      expect(JSON.parse(bodies[0]!)).toMatchObject({ channels: ['card', 'bank_transfer'] });
    });
  });
});
