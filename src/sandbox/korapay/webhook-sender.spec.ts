import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Money } from '../../common/money/money';
import { poll } from '../../embedded/poll';
import type { UnitOfWork } from '../../database/unit-of-work';
import type { FaultInjection } from './fault-injection';
import type { SandboxCharge } from './korapay.entity';
import { WebhookSender } from './webhook-sender';

/** With deliveries in memory, and a next due time set by the test. */
class SenderInMemory extends WebhookSender {
  readonly left: Awaited<ReturnType<WebhookSender['claimDue']>> = [];
  queried: () => void = () => undefined;
  next: Promise<number | null> = Promise.resolve(null);

  protected override insert(...[delivery]: Parameters<WebhookSender['insert']>): Promise<void> {
    this.left.push({ id: String(this.left.length), ...delivery });
    return Promise.resolve();
  }
  protected override claimDue() {
    return Promise.resolve(this.left.splice(0));
  }
  protected override recordResponse(): Promise<void> {
    return Promise.resolve();
  }
  protected override nextDueIn(): Promise<number | null> {
    this.queried();
    return this.next;
  }
}

describe('WebhookSender', () => {
  const heard: string[] = [];
  let listener: Server;
  let url: string;

  beforeAll(async () => {
    listener = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => heard.push(chunk.toString())).resume();
      request.on('end', () => response.end());
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
  });
  afterAll(() => listener.close());

  const charge = (reference: string) =>
    ({
      reference,
      notificationUrl: url,
      status: 'failed',
      amount: Money.naira(5000),
      currency: 'NGN',
      secretKey: 'sk_test',
      fee: null,
      method: null,
    }) as unknown as SandboxCharge;
  const arrived = (reference: string) =>
    poll(() => heard.some((body) => body.includes(reference)), 20_000, 10);

  it('sends a delivery immediately that arrives while the next due time is being read', async () => {
    const sender = new SenderInMemory(
      { afterCommit: (work: () => void) => Promise.resolve(work()) } as unknown as UnitOfWork,
      { take: () => Promise.resolve(null) } as unknown as FaultInjection,
    );
    let answer: (ms: number | null) => void = () => undefined;
    sender.next = new Promise((resolve) => (answer = resolve));
    const queried = new Promise<void>((resolve) => (sender.queried = resolve));
    await sender.announce(charge('FIRST'));
    await queried;
    await sender.announce(charge('SECOND'));
    // Read before the second delivery was inserted.
    answer(60_000);
    expect(await arrived('SECOND')).toBe(true);
    await sender.beforeApplicationShutdown();
  });
});
