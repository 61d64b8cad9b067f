import { curl } from '../../medium/gateway/curl';
import {
  Customer,
  unique,
  type BoughtProxy,
  type Purchase,
  type Renewal,
  type Topup,
} from '../e2e/customer';
import type { ApiResponse, Envelope, Site } from '../e2e/site';
import type { Targets } from './failover-load';

type Kind = 'funding' | 'topup' | 'purchase' | 'renewal' | 'refund';
type Answer = ApiResponse<Envelope<Record<string, unknown>>>;

/** One idempotency key of one operation. */
export interface Attempt {
  readonly kind: Kind;
  readonly key: string;
  /** Sends it, for the first time or again, to one of the APIs. */
  readonly send: () => Promise<Answer>;
  /** The first success that was answered. */
  answer?: Answer;
}

export interface Downloads {
  readonly proxy: BoughtProxy;
  /** Bytes that arrived, and that were asked for. */
  arrived: number;
  asked: number;
}

const FUNDING = 100_000;
const TOPUP = 6000;
const DOWNLOAD_BYTES = 65_536;
const REASON = 'A rehearsal of a failover';

export class FailoverShopper {
  readonly attempts: Attempt[] = [];
  /** Paid at the provider's checkout; `unsure` got no answer there. */
  readonly paid = new Set<string>();
  readonly unsure = new Map<string, Topup>();
  /** Top-ups that were answered as credited. */
  readonly credited = new Set<string>();
  readonly downloads: Downloads[] = [];
  successes = 0;
  private calls = 0;
  private turn = 0;
  private topups = 0;
  private latest: BoughtProxy | undefined;

  private constructor(
    private readonly targets: Targets,
    readonly customer: Customer,
    readonly userId: number,
  ) {}

  static async signUp(targets: Targets, index: number): Promise<FailoverShopper> {
    const customer = await Customer.signUp(targets.sites[0]!, `10.9.0.${index + 1}`);
    const { user } = await targets.sites[0]!.getData<{ user: { id: number } }>('GET', 'user/info', {
      token: customer.token,
    });
    const shopper = new FailoverShopper(targets, customer, user.id);
    await shopper.fund();
    return shopper;
  }

  static readonly topupNaira = TOPUP;
  static readonly fundingNaira = FUNDING;

  /** @returns false when the operation was not answered with success. */
  async takeTurn(): Promise<boolean> {
    const turns = [
      () => this.buy(),
      () => this.topUp(),
      () => this.renew(),
      () => this.download(),
      () => this.buyAndRefund(),
      () => this.fund(),
    ];
    const turn = turns[this.turn % turns.length]!;
    this.turn += 1;
    return turn().catch(() => false);
  }

  /** Pays at the checkout; also what was paid without an answer is paid once. */
  async pay(topup: Topup): Promise<void> {
    this.unsure.set(topup.reference, topup);
    await this.customer.pay(topup);
    this.unsure.delete(topup.reference);
    this.paid.add(topup.reference);
  }

  private site(): Site {
    return this.targets.sites[this.calls++ % this.targets.sites.length]!;
  }

  private here = (): Customer => this.customer.at(this.site());

  private async attempt(kind: Kind, key: string, send: () => Promise<unknown>): Promise<Attempt> {
    const attempt: Attempt = { kind, key, send: send as () => Promise<Answer> };
    this.attempts.push(attempt);
    const answer = await attempt.send();
    if (answer.status >= 300) throw new Error(`${kind} was answered with ${answer.status}`);
    attempt.answer = answer;
    this.successes += 1;
    return attempt;
  }

  private async fund(): Promise<boolean> {
    const key = unique('fund');
    await this.attempt('funding', key, () =>
      this.site().call('POST', `admin/users/${this.userId}/fund-wallet`, {
        token: this.targets.adminToken,
        key,
        body: { amount: FUNDING },
      }),
    );
    return true;
  }

  private async topUp(): Promise<boolean> {
    const [key, reference] = [unique('topup'), unique('TOPUP')];
    const body = { amount: TOPUP, reference, callback_url: `${this.customer.site.origin}/wallet` };
    const { token } = this.customer;
    const { answer } = await this.attempt('topup', key, () =>
      this.site().call('POST', 'payments/initialize-topup', { token, key, body }),
    );
    const { payment_data: data } = answer!.body as unknown as {
      payment_data: { data: { checkout_url: string } };
    };
    await this.pay({ reference, checkoutUrl: data.data.checkout_url });
    // Every other time the customer does not return, so that the webhook alone credits.
    this.topups += 1;
    if (this.topups % 2 === 0) return true;
    if ((await this.here().verify(reference)) === 'successful') this.credited.add(reference);
    return true;
  }

  private async buy(): Promise<boolean> {
    const key = unique('buy');
    const { answer } = await this.attempt('purchase', key, () => this.here().tryToBuy({}, key));
    this.latest = (answer!.body.data as unknown as Purchase).proxies[0];
    return true;
  }

  private async renew(): Promise<boolean> {
    if (!this.latest) return true;
    const { id } = this.latest;
    const key = unique('renew');
    const { answer } = await this.attempt('renewal', key, () => this.here().tryToRenew(id, key));
    return (answer!.body.data as unknown as Renewal).proxy !== undefined;
  }

  private async buyAndRefund(): Promise<boolean> {
    const key = unique('buy');
    const bought = await this.attempt('purchase', key, () => this.here().tryToBuy({}, key));
    const { order_id: id } = bought.answer!.body.data as unknown as Purchase;
    const refund = unique('refund');
    await this.attempt('refund', refund, () =>
      this.site().call('POST', `admin/orders/${id}/refund`, {
        token: this.targets.adminToken,
        key: refund,
        body: { reason: REASON },
      }),
    );
    return true;
  }

  /** Through every gateway, with the latest proxy. @throws Error when one does not serve. */
  async downloadEverywhere(): Promise<void> {
    for (const port of this.targets.gateways)
      if (this.latest && !(await this.downloadThrough(port, this.latest)))
        throw new Error(`The gateway on port ${port} does not serve proxy ${this.latest.id}`);
  }

  private async download(): Promise<boolean> {
    const port = this.targets.gateways[this.turn % this.targets.gateways.length]!;
    return this.latest === undefined || this.downloadThrough(port, this.latest);
  }

  private async downloadThrough(port: number, proxy: BoughtProxy): Promise<boolean> {
    let counted = this.downloads.find((each) => each.proxy.id === proxy.id);
    if (!counted) this.downloads.push((counted = { proxy, arrived: 0, asked: 0 }));
    counted.asked += DOWNLOAD_BYTES;
    const { downloaded, status } = await curl(
      ...['-x', `http://${proxy.username}:${proxy.password}@localhost:${port}`, '-o', '/dev/null'],
      `${this.customer.site.origin}/sandbox/echo?bytes=${DOWNLOAD_BYTES}`,
    );
    // The text of a refusal is no traffic.
    if (status === 200) counted.arrived += downloaded;
    return status === 200;
  }
}
