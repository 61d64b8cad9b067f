import { DomainError } from '../common/errors/domain-error';

export const targetBlockNotFound = (): DomainError =>
  new DomainError('not_found', 'BLOCK_NOT_FOUND', 'This target is no longer blocked.');

export const targetBlockExists = (): DomainError =>
  new DomainError('conflict', 'BLOCK_EXISTS', 'This target is already blocked like this.');

export const tooManyTargetBlocks = (most: number): DomainError =>
  new DomainError(
    'conflict',
    'TOO_MANY_BLOCKS',
    `At most ${most.toLocaleString('en-NG')} targets can be blocked. Remove some first, or block a range.`,
  );

export const networkNotFound = (): DomainError =>
  new DomainError('not_found', 'NETWORK_NOT_FOUND', 'This network no longer exists.');

export const networkExists = (): DomainError =>
  new DomainError('conflict', 'NETWORK_EXISTS', 'Another network has this name.');

export const tooManyNetworks = (most: number): DomainError =>
  new DomainError(
    'conflict',
    'TOO_MANY_NETWORKS',
    `There are ${most.toLocaleString('en-NG')} networks at most. Remove one first.`,
  );
