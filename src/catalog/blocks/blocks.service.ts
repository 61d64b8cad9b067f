import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  TargetBlock,
  type ListedTargetBlock,
  type NewTargetBlock,
  type BlockKind,
} from './block.entity';
import { AuditService } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import { canonicalPattern, formatPorts, parsePorts } from '../../common/net/target-pattern';
import type { Actor } from '../../common/security/actor';
import { targetBlockExists, targetBlockNotFound, tooManyTargetBlocks } from '../catalog.errors';

/** SQL for the list, which joins users, whose entity belongs to another module. */
@Injectable()
export class TargetBlockRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Newest first. */
  findAll(): Promise<ListedTargetBlock[]> {
    return this.uow.manager.query<ListedTargetBlock[]>(
      `SELECT b.id, b.pattern, b.ports, b.kind, b.reason, u.name AS "createdBy", b.created_at AS "createdAt"
       FROM target_block b JOIN users u ON u.id = b.created_by ORDER BY b.id DESC`,
    );
  }

  count(): Promise<number> {
    return this.uow.manager.count(TargetBlock);
  }

  /** @returns undefined when the same block exists. */
  async add(
    block: NewTargetBlock,
    createdBy: number,
  ): Promise<{ id: number; createdAt: Date } | undefined> {
    const [row] = await this.uow.requireTransaction().query<{ id: number; createdAt: Date }[]>(
      `INSERT INTO target_block (pattern, ports, kind, reason, created_by) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (pattern, ports, kind) DO NOTHING RETURNING id, created_at AS "createdAt"`,
      [block.pattern, block.ports, block.kind, block.reason, createdBy],
    );
    return row;
  }

  /** @returns what was removed; null when there was nothing. */
  async take(id: number): Promise<TargetBlock | null> {
    const manager = this.uow.requireTransaction();
    const block = await manager.findOneBy(TargetBlock, { id });
    const { affected } = await manager.delete(TargetBlock, { id });
    return affected ? block : null;
  }
}

/** Every gateway process reads them all every few seconds. */
const MAX_BLOCKS = 1_000;

/** The targets that staff have blocked. */
@Injectable()
export class TargetBlocksService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly blocks: TargetBlockRepository,
    private readonly audit: AuditService,
  ) {}

  list(): Promise<ListedTargetBlock[]> {
    return this.blocks.findAll();
  }

  /**
   * Blocks a target on every gateway within five seconds.
   * @throws DomainError invalid with `pattern` or `ports`; conflict BLOCK_EXISTS or TOO_MANY_BLOCKS.
   */
  add(
    actor: Actor,
    request: { pattern: string; ports?: string | null; kind?: BlockKind; reason: string },
  ): Promise<ListedTargetBlock> {
    const block: NewTargetBlock = {
      ...toCanonical(request.pattern, request.ports ?? ''),
      kind: request.kind ?? 'all',
      reason: request.reason,
    };
    return this.uow.run(async () => {
      if ((await this.blocks.count()) >= MAX_BLOCKS) throw tooManyTargetBlocks(MAX_BLOCKS);
      const added = await this.blocks.add(block, actor.userId);
      if (!added) throw targetBlockExists();
      await this.audit.record(actor, {
        action: 'system.target_blocked',
        target: `target_block:${added.id}`,
        details: `Blocked ${describe(block)}: ${block.reason}`,
        after: { ...block },
      });
      return { ...block, ...added, createdBy: actor.name };
    });
  }

  /** @throws DomainError not_found BLOCK_NOT_FOUND. */
  remove(actor: Actor, id: number): Promise<void> {
    return this.uow.run(async () => {
      const removed = await this.blocks.take(id);
      if (!removed) throw targetBlockNotFound();
      const { pattern, ports, kind, reason } = removed;
      await this.audit.record(actor, {
        action: 'system.target_unblocked',
        target: `target_block:${id}`,
        details: `Unblocked ${describe(removed)}`,
        before: { pattern, ports, kind, reason },
      });
    });
  }
}

function toCanonical(patternText: string, portsText: string): { pattern: string; ports: string } {
  const pattern = canonicalPattern(patternText);
  if (pattern === undefined)
    throw invalidFields({
      pattern: [
        'Enter a domain, such as example.com or *.example.com, an IP address, or a range such as 192.0.2.0/24',
      ],
    });
  const ports = parsePorts(portsText);
  if (!ports)
    throw invalidFields({
      ports: ['Enter ports from 1 to 65535, such as 25, 6000-6063; 20 at most'],
    });
  if (pattern === '*' && ports.length === 0)
    throw invalidFields({ ports: ['Say which ports; without them every target would be blocked'] });
  return { pattern, ports: formatPorts(ports) };
}

const describe = ({ pattern, ports, kind }: NewTargetBlock): string =>
  [pattern === '*' ? 'every target' : pattern, ports && `on port ${ports}`, `for ${kind} proxies`]
    .filter((part) => part !== '')
    .join(' ');
