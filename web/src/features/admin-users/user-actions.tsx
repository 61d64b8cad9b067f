import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import ExportOutlined from '@ant-design/icons/ExportOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import WalletOutlined from '@ant-design/icons/WalletOutlined';
import type { ReactNode } from 'react';
import type { Can } from '@/api/use-can';
import type { MenuAction } from '@/components/ui/action-menu';
import type { User } from './user';
import {
  canCorrect,
  canFund,
  canOpen,
  canResetTwoFactor,
  isStatusMode,
  statusMode,
  type Mode,
} from './user-modal';

export type ActionMode = Exclude<Mode, 'add' | 'profile'>;

export interface UserAction {
  mode: ActionMode;
  label: string;
  icon: ReactNode;
  isDangerous?: boolean;
}

const ACTIONS: readonly UserAction[] = [
  { mode: 'view', label: 'View', icon: <EyeOutlined aria-hidden /> },
  { mode: 'edit', label: 'Edit', icon: <EditOutlined aria-hidden /> },
  { mode: 'fund', label: 'Fund wallet', icon: <WalletOutlined aria-hidden /> },
  { mode: 'correct', label: 'Correct wallet', icon: <SwapOutlined aria-hidden /> },
  { mode: 'view-as', label: 'View as customer', icon: <ExportOutlined aria-hidden /> },
  { mode: 'end-sessions', label: 'End sessions', icon: <LogoutOutlined aria-hidden /> },
  { mode: 'reset-two-factor', label: 'Reset two-factor', icon: <SafetyOutlined aria-hidden /> },
  { mode: 'suspend', label: 'Suspend', icon: <StopOutlined aria-hidden />, isDangerous: true },
  { mode: 'reactivate', label: 'Reactivate', icon: <CheckCircleOutlined aria-hidden /> },
  { mode: 'delete', label: 'Delete', icon: <DeleteOutlined aria-hidden />, isDangerous: true },
];

/** Who looks at the users. */
export interface Viewer {
  can: Can;
  ownId: number | null;
}

/** What this viewer may do with a user: in rows, in their menu and on the user's page. */
export const availableActions = (user: User, { can, ownId }: Viewer): UserAction[] =>
  ACTIONS.filter(
    ({ mode }) =>
      canOpen(mode, can) &&
      (mode === 'view' || user.role === 'user' || can('staff.manage')) &&
      (mode !== 'view-as' || user.role === 'user') &&
      (mode !== 'fund' || canFund(user, can)) &&
      (mode !== 'reset-two-factor' || canResetTwoFactor(user, can)) &&
      (mode !== 'correct' || canCorrect(user, can)) &&
      (!isStatusMode(mode) || mode === statusMode(user, ownId)),
  );

export const toMenuActions = (
  actions: readonly UserAction[],
  onSelect: (mode: ActionMode) => void,
): MenuAction[] =>
  actions.map(({ mode, ...action }) => ({ ...action, key: mode, onSelect: () => onSelect(mode) }));
