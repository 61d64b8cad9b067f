import type { Actor } from '../../../src/common/security/actor';
import { poll } from '../../../src/embedded/poll';
import { ProxyDiagnosisService } from '../../../src/proxies/diagnosis/proxy-diagnosis.service';
import type { OwnedProxy } from '../../../src/proxies/proxies.service';
import type { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import type { RawClient } from '../gateway/raw-client';
import type { ProxiesTestApp } from './proxies-test-app';

const WITHIN_MS = 20_000;

/** A shop with two gateways, and what uses them. */
export interface DiagnosisShop {
  readonly app: ProxiesTestApp;
  readonly lifecycle: ProxyLifecycleService;
  readonly staff: Actor;
  buy(): Promise<{ actor: Actor; proxy: OwnedProxy }>;
  openTunnel(proxy: OwnedProxy): Promise<RawClient>;
  getAnswer(proxy: OwnedProxy): Promise<string>;
  waitForAnswer(answer: string, proxy: OwnedProxy): Promise<true | undefined>;
}

export const describeDiagnosis = (open: () => DiagnosisShop): void =>
  describe('diagnosis by staff', () => {
    let shop: DiagnosisShop;
    beforeAll(() => {
      shop = open();
    });
    const diagnose = (id: number, actor: Actor = shop.staff) =>
      shop.app.module.get(ProxyDiagnosisService, { strict: false }).diagnose(actor, id);
    const codes = ({ reasons }: Awaited<ReturnType<typeof diagnose>>) =>
      reasons.map(({ code, is_blocking }) => (is_blocking ? code : code.toLowerCase()));

    it('should tell that the gateways would serve a proxy, and through which exit', async () => {
      const { actor, proxy } = await shop.buy();
      const live = await shop.openTunnel(proxy);
      await expect(diagnose(2_000_000_000)).rejects.toMatchObject({ code: 'PROXY_NOT_FOUND' });
      const seen = await diagnose(proxy.id);
      expect(seen.would_use.map(({ gateway }) => gateway).sort()).toEqual([
        'gateway-a',
        'gateway-b',
      ]);
      const [{ route, candidates, until } = {}, other] = seen.would_use;
      expect([route?.kind, until, other?.route]).toEqual(['exit', null, route]);
      expect(candidates).toBeGreaterThan(0);
      expect(seen.exits).toEqual([
        expect.objectContaining({ gateway: 'gateway-a', route, country: 'ng', error: null }),
      ]);
      expect(seen.connections).toMatchObject({ total: 1, complete: true });
      expect(seen.proxy.user).toMatchObject({ id: actor.userId });
      live.destroy();
      const plain = await diagnose(proxy.id, { ...shop.staff, role: 'sub-admin' });
      expect(plain.would_use[0]?.route?.name).toMatch(/Nigeria \(exit \d+\)$/);
    });

    it('should tell who suspended a proxy, that it is used up, and wrong passwords', async () => {
      const { proxy } = await shop.buy();
      await shop.lifecycle.suspend(shop.staff, proxy.id, 'Abuse');
      expect(await shop.waitForAnswer('403 PROXY_SUSPENDED', proxy)).toBe(true);
      const suspended = await diagnose(proxy.id);
      expect(suspended.status).toBe('blocked');
      expect(suspended.reasons[0]).toMatchObject({
        code: 'PROXY_SUSPENDED',
        is_blocking: true,
        message: 'It is suspended by staff.',
      });
      await shop.lifecycle.resume(shop.staff, proxy.id, 'A mistake');
      await shop.app.sql('UPDATE proxy SET limit_bytes = 0 WHERE id = $1', [proxy.id]);
      expect(codes(await diagnose(proxy.id))).toContain('QUOTA_EXCEEDED');
      expect(await shop.getAnswer({ ...proxy, password: 'wrong' })).toBe('407 AUTH_FAILED');
      expect(codes(await diagnose(proxy.id))).toContain('wrong_password');
      await shop.app.sql(`UPDATE proxy SET expires_at = now() - interval '1 day' WHERE id = $1`, [
        proxy.id,
      ]);
      expect(codes(await diagnose(proxy.id))).toContain('PROXY_EXPIRED');
    });

    it('should tell of failures of the last hour, and of a place that nothing serves', async () => {
      const { actor, proxy } = await shop.buy();
      await shop.app.sql(
        `INSERT INTO usage_failure (proxy_id, hour, reason, count, last_at) VALUES
         ($1, date_trunc('hour', now()), 'TARGET_BLOCKED', 3, now()),
         ($1, date_trunc('hour', now()), 'NO_EXIT', 1, now())`,
        [proxy.id],
      );
      const failing = await diagnose(proxy.id);
      expect(failing.status).toBe('failing');
      expect(codes(failing)).toEqual(expect.arrayContaining(['target_blocked', 'no_exit']));
      expect(failing.failures.map(({ reason, count }) => [reason, count])).toEqual([
        ['TARGET_BLOCKED', 3],
        ['NO_EXIT', 1],
      ]);
      const service = shop.app.module.get(ProxyDiagnosisService, { strict: false });
      expect(await service.findTroubled(actor.userId)).toMatchObject({
        total: 1,
        proxies: [{ id: proxy.id, failures: 4, title: 'Target not allowed', location: 'ng' }],
      });
      expect(await service.findTroubled(shop.staff.userId)).toEqual({ total: 0, proxies: [] });
      await shop.app.sql(`UPDATE proxy SET city = 'nowhere' WHERE id = $1`, [proxy.id]);
      expect(
        await poll(async () => codes(await diagnose(proxy.id)).includes('NO_EXIT'), WITHIN_MS),
      ).toBe(true);
      expect((await diagnose(proxy.id)).status).toBe('blocked');
    });

    it('should tell the state of each network of the place, its use by the proxy, and names only with permission', async () => {
      const { proxy } = await shop.buy();
      const add = async (name: string, more = '') => {
        const [row] = await shop.app.sql<{ id: number }>(
          `INSERT INTO supply_network (name, dialect, kind, protocol, host, port, username, password_encrypted, countries,
           targets_region, targets_city, targets_isp, cost_usd_micros, bytes_per_gb, weight, enabled)
         VALUES ($1, 'oxylabs', 'residential', 'http', '192.0.2.1', 80, 'u', 'x', $2, true, true, true, 0, 1000000000, 1, $3)
         RETURNING id`,
          [name, more === 'elsewhere' ? ['is'] : ['ng'], more !== 'disabled'],
        );
        return row!.id;
      };
      // No gateway can read its account.
      const unreadable = await add('Unreadable');
      await add('Off', 'disabled');
      await add('Unused elsewhere', 'elsewhere');
      await shop.app.sql(
        `INSERT INTO supply_health (network_id, country, misses, down_since, error)
       VALUES ((SELECT id FROM supply_network WHERE name = 'Off'), 'ng', 3, now(), 'Silent')`,
      );
      await shop.app.sql(
        `INSERT INTO supply_usage (day, network_id, proxy_id, country, precise, kind, bytes_up, bytes_down, requests)
       VALUES (date_trunc('day', now(), 'Africa/Lagos'), $1, $2, 'ng', false, 'residential', 10, 20, 3)`,
        [unreadable, proxy.id],
      );
      const { networks } = await diagnose(proxy.id);
      expect(networks).toEqual([
        expect.objectContaining({
          name: 'Unreadable',
          state: 'cannot_target',
          requests: 3,
          bytes: 30,
        }),
        expect.objectContaining({ name: 'Off', state: 'disabled', last_error: null, requests: 0 }),
      ]);
      const support = { id: 1, name: 'Plain', permissions: ['proxies.read'] as const };
      const hidden = await diagnose(proxy.id, {
        ...shop.staff,
        role: 'sub-admin',
        staffRole: support,
      });
      expect(hidden.networks[0]?.name).toBe(`Network ${unreadable}`);
      await shop.app.sql(`UPDATE supply_network SET enabled = false`);
    });
  });
