import SwapOutlined from '@ant-design/icons/SwapOutlined';
import { Button } from 'antd';
import { useState } from 'react';
import { useIsAdmin } from '@/api/use-is-admin';
import { Dialog } from '@/components/ui/dialog';
import type { User } from './user';
import { WalletCorrectionForm } from './wallet-correction-form';

interface WalletCorrectionButtonProps {
  user: User;
  /** As an icon, for rows of a list. */
  isIcon?: boolean;
}

/** Opens the correction of a wallet; nothing for who may not correct one. */
export function WalletCorrectionButton({ user, isIcon = false }: WalletCorrectionButtonProps) {
  const isAdmin = useIsAdmin();
  const [isOpen, setIsOpen] = useState(false);
  if (!isAdmin || (user.role !== 'user' && !Number(user.balance))) return null;
  return (
    <>
      {isIcon ? (
        <Button
          type="text"
          icon={<SwapOutlined aria-hidden />}
          aria-label={`Correct wallet of ${user.name}`}
          title="Correct wallet"
          onClick={() => setIsOpen(true)}
        />
      ) : (
        <Button onClick={() => setIsOpen(true)}>Correct Wallet</Button>
      )}
      {isOpen && (
        <Dialog title="Correct Wallet" width={560} onClose={() => setIsOpen(false)}>
          <WalletCorrectionForm user={user} onClose={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
