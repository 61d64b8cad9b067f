import { useCallback } from 'react';
import { useUrlParams } from '@/lib/url-params';
import { nextModal, printModal, readModal, type ModalAction, type UserModal } from './user-modal';

/** The dialog that the address asks for. Opening is a step that Back undoes. */
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
