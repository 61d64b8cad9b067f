import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Money } from '../../common/money/money';
import { poll } from '../../embedded/poll';
import type { UnitOfWork } from '../../database/unit-of-work';
import type { SandboxCharge } from './korapay.entity';
import type { FaultInjectionRepository } from './fault-injection';
import {
  WebhookSender,
  type DueDelivery,
  type NewDelivery,
  type WebhookRepository,
} from './webhook-sender';

/** Deliveries in memory, with a next due time set by the test. */
class Deliveries {
  readonly left: DueDelivery[] = [];
  queried: () => void = () => undefined;
  next: Promise<number | null> = Promise.resolve(null);

  insert({ url, body, signature }: NewDelivery): Promise<void> {
    this.left.push({ id: String(this.left.length), url, body, signature });
    return Promise.resolve();
  }
  claimDue(): Promise<DueDelivery[]> {
    return Promise.resolve(this.left.splice(0));
  }
  recordResponse(): Promise<void> {
    return Promise.resolve();
  }
  nextDueIn(): Promise<number | null> {
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
    const deliveries = new Deliveries();
    const sender = new WebhookSender(
      { afterCommit: (work: () => void) => Promise.resolve(work()) } as unknown as UnitOfWork,
      deliveries as unknown as WebhookRepository,
      { take: () => Promise.resolve(null) } as unknown as FaultInjectionRepository,
    );
    let answer: (ms: number | null) => void = () => undefined;
    deliveries.next = new Promise((resolve) => (answer = resolve));
    const queried = new Promise<void>((resolve) => (deliveries.queried = resolve));
    await sender.announce(charge('FIRST'));
    await queried;
    await sender.announce(charge('SECOND'));
    // Read before the second delivery was inserted.
    answer(60_000);
    expect(await arrived('SECOND')).toBe(true);
    await sender.beforeApplicationShutdown();
  });
});
