import { DateInput } from '@/components/form/date-input';
import { isoDate } from '@/lib/date';
import { Alert, Checkbox, Form, Radio } from 'antd';
import { useState } from 'react';
import { useAdminChangePrices } from '@/api/generated/admin-prices';
import { formatNumber } from '@/lib/number';
import { ReasonForm } from '@/components/form/reason-form';
import { Dialog } from '@/components/ui/dialog';
import { ChangeList } from './change-list';
import type { PriceDraft } from './use-price-draft';
import styles from './prices.module.css';
import { outcome } from '@/api/outcome';

/** Nigeria's time, whatever the clock of the computer says. */
const ZONE_OFFSET = '+01:00';

interface Start {
  when: 'now' | 'later';
  /** Local date and time in the shop's zone. */
  at?: string;
  isBelowCostMeant?: boolean;
}

interface ReviewDialogProps {
  draft: PriceDraft;
  version: number;
  onClose: () => void;
  onSaved: () => void;
}

/** Shows what changes, and asks why, from when on, and whether prices below cost are meant. */
export function ReviewDialog({ draft, version, onClose, onSaved }: ReviewDialogProps) {
  const [when, setWhen] = useState<Start['when']>('now');
  const [isMeant, setMeant] = useState(false);
  const save = useAdminChangePrices({
    mutation: outcome('The prices could not be saved', onSaved),
  });
  const losing = draft.rows.filter((row) => row.below_cost).length;
  const confirm = (reason: string, { at }: Start): void =>
    save.mutate({
      data: {
        prices: draft.list,
        version,
        reason,
        ...(when === 'later' && at && { effective_at: `${at}:00${ZONE_OFFSET}` }),
        ...(losing > 0 && { confirm_below_cost: isMeant }),
      },
    });
  return (
    <Dialog title="Review the new prices" width={640} onClose={onClose}>
      <div className={styles.changes}>
        <ChangeList changes={draft.changes} />
      </div>
      <ReasonForm<Start>
        verb={when === 'now' ? 'Change prices' : 'Schedule prices'}
        about={`${formatNumber(draft.changes.length)} ${draft.changes.length === 1 ? 'change' : 'changes'} of the price list`}
        consequence={
          when === 'now'
            ? 'Customers see and pay the new prices within a second, everywhere. Orders already paid stay as they are.'
            : 'The whole list replaces the one that is in force then. Changes that you make until then are not in it.'
        }
        isBusy={save.isPending || (losing > 0 && !isMeant)}
        initialValues={{ when: 'now' }}
        onConfirm={confirm}
        onCancel={onClose}
      >
        {losing > 0 && (
          <Alert
            type="warning"
            showIcon
            style={{ marginBottom: 16 }}
            title={losing === 1 ? 'One price is below cost' : `${losing} prices are below cost`}
            description={
              <Checkbox checked={isMeant} onChange={({ target }) => setMeant(target.checked)}>
                I mean to sell below cost
              </Checkbox>
            }
          />
        )}
        <Form.Item name="when" label="From">
          <Radio.Group
            options={[
              { value: 'now', label: 'Now' },
              { value: 'later', label: 'A date' },
            ]}
            onChange={({ target }) => setWhen(target.value as Start['when'])}
          />
        </Form.Item>
        {when === 'later' && (
          <Form.Item
            name="at"
            label="Date and time (Lagos)"
            rules={[{ required: true, message: 'Choose a date and time' }]}
            validateStatus={save.error?.fieldErrors.effective_at ? 'error' : undefined}
            help={save.error?.fieldErrors.effective_at}
          >
            <DateInput withTime min={isoDate()} />
          </Form.Item>
        )}
      </ReasonForm>
    </Dialog>
  );
}
