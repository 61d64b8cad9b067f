import { setThemeMode, useThemeMode, type ThemeMode } from '@/theme/theme-mode';
import { Icon, type IconName } from './icon';
import styles from './theme-switch.module.css';

const options: readonly { mode: ThemeMode; label: string; icon: IconName }[] = [
  { mode: 'light', label: 'Light theme', icon: 'sun' },
  { mode: 'dark', label: 'Dark theme', icon: 'moon' },
  { mode: 'system', label: 'Device theme', icon: 'display' },
];

/** Home-made: also used on the public pages, which load no Ant Design (Segmented). */
export function ThemeSwitch() {
  const current = useThemeMode();
  return (
    <div className={styles.group} role="group" aria-label="Theme">
      {options.map(({ mode, label, icon }) => (
        <button
          key={mode}
          type="button"
          className={styles.option}
          aria-label={label}
          title={label}
          aria-pressed={mode === current}
          onClick={() => setThemeMode(mode)}
        >
          <Icon name={icon} size={15} />
        </button>
      ))}
    </div>
  );
}
