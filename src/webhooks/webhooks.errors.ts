import { DomainError, invalidFields } from '../common/errors/domain-error';
import { MAX_WEBHOOKS } from './webhook.entity';

export const webhookNotFound = (): DomainError =>
  new DomainError('not_found', 'WEBHOOK_NOT_FOUND', 'You have no such webhook.');

export const deliveryNotFound = (): DomainError =>
  new DomainError('not_found', 'DELIVERY_NOT_FOUND', 'This webhook has no such delivery.');

export const tooManyWebhooks = (): DomainError =>
  new DomainError(
    'conflict',
    'TOO_MANY_WEBHOOKS',
    `You can have ${MAX_WEBHOOKS} webhooks. Remove one that you no longer use.`,
  );

export const webhookDisabled = (): DomainError =>
  new DomainError('conflict', 'WEBHOOK_DISABLED', 'This webhook is off. Switch it on first.');

export const invalidWebhookUrl = (message: string): DomainError =>
  invalidFields({ url: [message] });
