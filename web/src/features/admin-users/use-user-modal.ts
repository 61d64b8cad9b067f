import { useCallback } from 'react';
import { useUrlParams } from '@/lib/url-params';
import { nextModal, printModal, readModal, type ModalAction, type UserModal } from './user-modal';

/** The dialog state in the URL. Opening adds a history entry, so Back closes it. */
export function useUserModal(): [UserModal | null, (action: ModalAction) => void] {
  const [params, write] = useUrlParams();
  const modal = readModal(params);
  const dispatch = useCallback(
    (action: ModalAction) => {
      const next = nextModal(readModal(params), action);
      write(printModal(next), next === null);
    },
    [params, write],
  );
  return [modal, dispatch];
}
