import styles from './select-box.module.css';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** Some of what it stands for is chosen. */
  isPartial?: boolean;
  isLabelShown?: boolean;
  onChange: (isSelected: boolean) => void;
}

/** A native checkbox: Ant Design's would cost the list on phones its bundle budget. */
export function SelectBox({
  label,
  checked,
  isPartial = false,
  isLabelShown = false,
  onChange,
}: SelectBoxProps) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={isLabelShown ? undefined : label}
        checked={checked}
        ref={(input) => {
          if (input) input.indeterminate = isPartial && !checked;
        }}
        onChange={({ target }) => onChange(target.checked)}
      />
      {isLabelShown && <span>{label}</span>}
    </label>
  );
}
