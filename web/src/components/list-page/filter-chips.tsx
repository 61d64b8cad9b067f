import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button, Tag } from 'antd';
import styles from './list-page.module.css';

export interface FilterChip {
  label: string;
  onRemove: () => void;
}

/** Active filters, each removable, so that no list is filtered invisibly. */
export function FilterChips({
  chips,
  onClear,
}: {
  chips: readonly FilterChip[];
  onClear: () => void;
}) {
  if (chips.length === 0) return null;
  return (
    <div className={styles.chips} role="group" aria-label="Applied filters">
      {chips.map(({ label, onRemove }) => (
        <Tag
          key={label}
          closable
          closeIcon={<CloseOutlined aria-label={`Remove filter ${label}`} />}
          onClose={(event) => {
            event.preventDefault();
            onRemove();
          }}
        >
          {label}
        </Tag>
      ))}
      <Button type="link" size="small" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
