import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import { canonicalPattern, formatPorts, parsePorts } from '../../common/net/target-pattern';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { refuse, tooManyTargetBlocks } from '../catalog.errors';
import type {
  BlockTargetDto,
  TargetBlockedData,
  TargetBlockResponse,
  TargetBlocksData,
} from './block.dto';
import { TargetBlock } from './block.entity';

/** Every gateway process reads them all every few seconds. */
const MAX_BLOCKS = 1_000;

type NewBlock = Pick<TargetBlock, 'pattern' | 'ports' | 'kind' | 'reason'>;

@Injectable()
export class TargetBlocksService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
  ) {}

  /** Newest first. */
  async list(): Promise<TargetBlocksData> {
    const blocks = await this.uow.manager.query<TargetBlockResponse[]>(
      `SELECT b.id, b.pattern, nullif(b.ports, '') AS ports, b.kind, b.reason, u.name AS created_by, b.created_at
       FROM target_block b JOIN users u ON u.id = b.created_by ORDER BY b.id DESC`,
    );
    return { blocks };
  }

  /** Blocks a target on every gateway within five seconds. */
  add(actor: Actor, { reason, ...body }: BlockTargetDto): Promise<TargetBlockedData> {
    const target = toCanonical(body.pattern, body.ports ?? '');
    const block: NewBlock = { ...target, kind: body.kind ?? 'all', reason };
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      if ((await manager.count(TargetBlock)) >= MAX_BLOCKS) throw tooManyTargetBlocks(MAX_BLOCKS);
      const [added] = await manager.query<{ id: number; created_at: Date }[]>(
        `INSERT INTO target_block (pattern, ports, kind, reason, created_by) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (pattern, ports, kind) DO NOTHING RETURNING id, created_at`,
        [block.pattern, block.ports, block.kind, block.reason, actor.userId],
      );
      if (!added) throw refuse('BLOCK_EXISTS');
      await this.audit.record(actor, {
        action: 'system.target_blocked',
        target: `target_block:${added.id}`,
        details: `Blocked ${describe(block)}: ${block.reason}`,
        after: { ...block },
      });
      return {
        block: { ...block, ...added, ports: block.ports || null, created_by: actor.name },
      };
    });
  }

  remove(actor: Actor, id: number): Promise<void> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const block = await manager.findOneBy(TargetBlock, { id });
      const { affected } = await manager.delete(TargetBlock, { id });
      if (!block || !affected) throw refuse('BLOCK_NOT_FOUND');
      const { pattern, ports, kind, reason } = block;
      await this.audit.record(actor, {
        action: 'system.target_unblocked',
        target: `target_block:${id}`,
        details: `Unblocked ${describe(block)}`,
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

const describe = ({ pattern, ports, kind }: NewBlock): string =>
  [pattern === '*' ? 'every target' : pattern, ports && `on port ${ports}`, `for ${kind} proxies`]
    .filter((part) => part !== '')
    .join(' ');
