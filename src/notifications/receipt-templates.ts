import { Injectable } from '@nestjs/common';
import { formatNaira, Money } from '../common/money/money';
import { AppConfig } from '../config/app-config';
import type { MailContent } from '../mail/mail.types';
import type { OrderKind, ReceiptOrder } from '../proxies/proxy.types';
import { PAYMENT_METHOD_LABELS, type PaidTopUp } from '../wallet/wallet.types';
import type { NotificationContent } from './notification-sender.service';
import { toInboxText } from './notification-templates';

type Facts = NonNullable<MailContent['facts']>;
type Recipient = { readonly name: string };

const MAX_FACTS = 20;

const HEADINGS: Record<OrderKind, string> = {
  purchase: 'Your proxy is ready',
  renewal: 'Your proxy is renewed',
  traffic: 'Your traffic is added',
  place: 'Your proxy has its new place',
};

/** Texts of the receipts. */
@Injectable()
export class ReceiptTemplates {
  private readonly site: string;

  constructor(config: AppConfig) {
    this.site = config.http.appUrl;
  }

  /** @param orders oldest first. @param balance after them. */
  purchases({ name }: Recipient, orders: ReceiptOrder[], balance: Money): NotificationContent {
    const [first] = orders;
    const total = formatNaira(sum(orders));
    const isOne = orders.length === 1;
    const heading = toHeading(orders);
    const link = toProxies(orders);
    const lines = orders.map(({ description, amount }) => `${description}: ${formatNaira(amount)}`);
    return {
      inbox: {
        title: heading,
        text: `${toInboxText(lines)}\nYour balance is ${formatNaira(balance)}.`,
        link,
      },
      mail: (site) => ({
        subject: isOne
          ? `Receipt: ${total}, ${first!.description} (${site})`
          : `Receipt: ${total}, ${orders.length} orders (${site})`,
        heading,
        paragraphs: [`Hello ${name},`, 'Paid from your wallet:'],
        facts: [
          ...(isOne
            ? toFacts({ Item: first!.description, Amount: total, Reference: first!.reference })
            : toItems(orders, ({ description }) => description)),
          ['Balance', formatNaira(balance)],
        ],
        action: {
          label: orders.some(({ kind }) => kind === 'purchase') ? 'Connect' : 'See it',
          url: this.site + link,
        },
        link: this.toReceipt('Receipt and invoice', orders),
        closing: this.toClosing('purchase or renewal'),
      }),
    };
  }

  /** @param topUps oldest first. @param balance after them. */
  topUps({ name }: Recipient, topUps: PaidTopUp[], balance: Money): NotificationContent {
    const total = formatNaira(sum(topUps));
    const [first] = topUps;
    const isOne = topUps.length === 1;
    const method = PAYMENT_METHOD_LABELS[first!.paymentMethod ?? ''];
    const heading = `${total} is in your wallet`;
    return {
      inbox: {
        title: heading,
        text: `${isOne && method ? `Paid by ${method.toLowerCase()}. ` : ''}Your balance is ${formatNaira(balance)}.`,
        link: this.toSearch(topUps),
      },
      mail: (site) => ({
        subject: `Receipt: ${total} top-up (${site})`,
        heading,
        paragraphs: [`Hello ${name},`, isOne ? 'Your top-up arrived:' : 'Your top-ups arrived:'],
        facts: [
          ...(isOne
            ? toFacts({ Amount: total, 'Paid by': method, Reference: first!.reference })
            : toItems(topUps, ({ reference }) => reference)),
          ['Balance', formatNaira(balance)],
        ],
        action: { label: 'Buy a proxy', url: `${this.site}/buyproxy` },
        link: this.toReceipt('Receipt', topUps),
        closing: this.toClosing('top-up'),
      }),
    };
  }

  private toReceipt(label: string, lines: readonly { reference: string }[]) {
    return { label, url: this.site + this.toSearch(lines) };
  }

  private toSearch([one, ...more]: readonly { reference: string }[]): string {
    return one && !more.length
      ? `/transactions?search=${encodeURIComponent(one.reference)}`
      : '/transactions';
  }

  private toClosing(what: string): string {
    return `You get a receipt of every ${what}. Turn it off in your profile: ${this.site}/profile?tab=notifications`;
  }
}

const sum = (lines: readonly { amount: Money }[]): Money =>
  lines.reduce((total, { amount }) => total.plus(amount), Money.zero);

function toHeading(orders: readonly ReceiptOrder[]): string {
  const [first, ...others] = orders;
  const { kind } = first!;
  if (others.some((order) => order.kind !== kind)) return `Your ${orders.length} orders are done`;
  const count = orders.reduce((total, { quantity }) => total + quantity, 0);
  if (count === 1) return HEADINGS[kind];
  if (kind === 'purchase') return `Your ${count} proxies are ready`;
  return kind === 'renewal' ? `Your ${count} renewals are done` : `Your ${count} orders are done`;
}

/** The page of the proxy when all orders are about one. */
function toProxies(orders: readonly ReceiptOrder[]): string {
  const ids = new Set(orders.map(({ proxyId }) => proxyId));
  const [id] = ids;
  return ids.size === 1 && id ? `/proxyhistory/${id}` : '/proxyhistory';
}

/** Without what is not known. */
const toFacts = (values: Record<string, string | undefined>): Facts =>
  Object.entries(values).filter((fact): fact is [string, string] => fact[1] !== undefined);

/** Each with its amount, and the total. */
function toItems<T extends { amount: Money }>(
  items: readonly T[],
  name: (item: T) => string,
): Facts {
  const rest = items.length - MAX_FACTS;
  return [
    ...items
      .slice(0, MAX_FACTS)
      .map((item): [string, string] => [name(item), formatNaira(item.amount)]),
    ...(rest > 0
      ? toFacts({ [`And ${rest} more`]: formatNaira(sum(items.slice(MAX_FACTS))) })
      : []),
    ['Total', formatNaira(sum(items))],
  ];
}
