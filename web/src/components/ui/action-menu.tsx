import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface MenuAction {
  /** Identifies the action too. */
  label: string;
  icon?: ReactNode;
  isDangerous?: boolean;
  onSelect: () => void;
}

interface ActionMenuProps {
  /** What the actions are for, such as a person's name. */
  name: string;
  actions: readonly MenuAction[];
  /** Sides of the button in px. @defaultValue 44 */
  size?: number;
}

/** All actions on one thing behind a button. */
export function ActionMenu({ name, actions, size = 44 }: ActionMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const select: MenuProps['onClick'] = ({ key, domEvent }) => {
    // The same Enter would press the button that gets the focus.
    domEvent.preventDefault();
    setOpen(false);
    // A dialog that the action opens returns the focus here: the menu is gone by then.
    button.current?.focus();
    actions.find(({ label }) => label === key)?.onSelect();
  };
  /** Closes the menu only, not the dialog that holds it. */
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Dropdown
      autoFocus
      open={isOpen}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: actions.map(({ label, icon, isDangerous }) => ({
          key: label,
          label,
          icon,
          danger: isDangerous,
          style: { minHeight: 40 },
        })),
        onClick: select,
        onKeyDown: closeOnEscape,
      }}
    >
      <Button
        ref={button}
        type="text"
        icon={<MoreOutlined aria-hidden />}
        aria-label={`Actions for ${name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={closeOnEscape}
        style={{ width: size, height: size }}
      />
    </Dropdown>
  );
}
