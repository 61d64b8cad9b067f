import { createHmac } from 'node:crypto';
import type { Actor } from '../../../src/common/security/actor';
import { AppConfig } from '../../../src/config/app-config';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import {
  getAuditDetails,
  expireProxy,
  getOutcome,
  buyProxy,
  ACTIVE_STATE,
  getProxyState,
  REASON,
} from './lifecycle-helpers';
import { useProxiesTestApp, catchErrorCode, countOutcomes } from './proxies-test-app';

describe('ProxyLifecycleService', () => {
  const app = useProxiesTestApp();
  let lifecycle: ProxyLifecycleService;
  let staff: Actor;

  beforeAll(async () => {
    lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
    staff = { ...(await app.createCustomer()), name: 'Chief Admin', role: 'admin' };
  });

  describe('reissueCredentials', () => {
    const credentials = async (actor: Actor, id: number) => {
      const { username, password } = await app.module
        .get(ProxiesService, { strict: false })
        .get(actor, id);
      return { username, password };
    };
    /** What the gateways compare with, and whether it is of this password. */
    const atGateway = async (id: number, { password }: { password: string }) => {
      const [row] = await app.sql<{ username: string; password_digest: Buffer }>(
        `SELECT username, password_digest FROM gateway_credential WHERE proxy_id = $1`,
        [id],
      );
      const key = app.module.get(AppConfig).key('proxy-credential');
      const digest = createHmac('sha256', key).update(password).digest();
      return { username: row!.username, isOfPassword: digest.equals(row!.password_digest) };
    };
    const expectAtGateway = async (actor: Actor, id: number) => {
      const known = await credentials(actor, id);
      expect(await atGateway(id, known)).toEqual({ username: known.username, isOfPassword: true });
    };

    it('should replace the credentials that the gateways compare with, for owner and staff', async () => {
      const { actor, id, proxy } = await buyProxy(app);
      await lifecycle.reissueOwnCredentials(actor, id);
      const second = await credentials(actor, id);
      expect(second.username).not.toBe(proxy.username);
      expect(second.password).not.toBe(proxy.password);
      await lifecycle.reissueCredentials(staff, id, REASON);
      const third = await credentials(actor, id);
      expect(third.password).not.toBe(second.password);
      await expectAtGateway(actor, id);
      expect(await atGateway(id, second)).toMatchObject({ isOfPassword: false });
      expect(await getAuditDetails(app, 'proxy.credentials_reissued', `proxy:${id}`)).toEqual([
        `Ada Obi: New credentials for proxy ${id}, asked for by its owner`,
        `Chief Admin: New credentials for proxy ${id}: ${REASON}`,
      ]);
    });

    it('should refuse proxies of other customers, expired and suspended proxies', async () => {
      const { actor, id, proxy } = await buyProxy(app);
      const stranger = await app.createCustomer();
      expect(await catchErrorCode(lifecycle.reissueOwnCredentials(stranger, id))).toBe(
        'not_found PROXY_NOT_FOUND',
      );
      await lifecycle.suspend(staff, id, REASON);
      expect(await catchErrorCode(lifecycle.reissueOwnCredentials(actor, id))).toBe(
        'conflict PROXY_SUSPENDED',
      );
      await expireProxy(app, id);
      expect(await catchErrorCode(lifecycle.reissueOwnCredentials(actor, id))).toBe(
        'conflict PROXY_EXPIRED',
      );
      expect(await credentials(actor, id)).toEqual({
        username: proxy.username,
        password: proxy.password,
      });
      await expectAtGateway(actor, id);
    });

    it('should leave the password of the shop at the gateways under concurrent requests', async () => {
      const { actor, id } = await buyProxy(app);
      const asked = Array.from({ length: 6 }, () =>
        getOutcome(lifecycle.reissueOwnCredentials(actor, id)),
      );
      expect(countOutcomes(await Promise.all(asked))).toEqual({ done: 6 });
      await expectAtGateway(actor, id);
      expect(await getProxyState(app, id)).toEqual(ACTIVE_STATE);
    });
  });
});
