import { refusalsOf } from '../common/errors/domain-error';
import { MAX_WEBHOOKS } from './webhook.entity';

export const refuse = refusalsOf({
  not_found: {
    WEBHOOK_NOT_FOUND: 'You have no such webhook.',
    DELIVERY_NOT_FOUND: 'This webhook has no such delivery.',
  },
  conflict: {
    TOO_MANY_WEBHOOKS: `You can have ${MAX_WEBHOOKS} webhooks. Remove one that you no longer use.`,
    WEBHOOK_DISABLED: 'This webhook is off. Switch it on first.',
  },
});
