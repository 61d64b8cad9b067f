import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { TargetBlock } from './target-block.entity';
import type { ListedTargetBlock, NewTargetBlock } from './target-block.types';

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
