import { EndpointService } from '../../../src/catalog/exits/endpoint.service';
import { addGateway } from '../../support/gateway-row';
import { useHttpTestApp } from '../proxies/http-test-app';

describe('GET /auth/config', () => {
  const app = useHttpTestApp();

  beforeEach(async () => {
    await app.sql('TRUNCATE gateway CASCADE');
    // What it remembers for a few seconds.
    Object.assign(app.nest.get(EndpointService), { publicEndpoint: undefined });
  });

  const addLive = (id: string, more: object) =>
    addGateway((sql, values) => app.sql(sql, values), { id, ...more });
  const getAddress = async () => {
    const { status, body } = await app.call('GET', '/auth/config');
    expect(status).toBe(200);
    return body.data.gateway_address;
  };

  it('should name a gateway that is in service', async () => {
    await addLive('lagos-1', { publicHost: 'lagos.example.com' });
    expect(await getAddress()).toBe('lagos.example.com:3128');
  });

  it('should prefer the configured gateway, and name none that has fallen silent', async () => {
    await addLive('abuja-1', { publicHost: 'abuja.example.com' });
    await addLive('own', { publicHost: 'localhost', region: 'west' });
    expect(await getAddress()).toBe('localhost:3128');
    await addLive('own', { publicHost: 'localhost', region: 'west', silentFor: 600 });
    Object.assign(app.nest.get(EndpointService), { publicEndpoint: undefined });
    expect(await getAddress()).toBe('abuja.example.com:3128');
  });

  it('should name the configured one when no gateway has reported', async () => {
    expect(await getAddress()).toBe('localhost:3128');
  });
});
