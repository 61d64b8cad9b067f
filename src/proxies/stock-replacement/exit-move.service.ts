import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { refuse } from '../../catalog/catalog.errors';
import { ExitsService } from '../../catalog/exits/exits.service';
import { StockService } from '../../catalog/stock/stock.service';
import type { Actor } from '../../common/security/actor';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import {
  AddressReplacementService,
  SELECT_PROXY_ON_UNIT,
  type ProxyOnUnit,
} from './address-replacement.service';
import type { ExitCustomersData, ExitMoveResponse, MovedProxyResponse } from './exit-move.dto';
import { ExitMove } from './exit-move.entity';
import { lockOwnerShared } from '../proxy.sql';

const MAX_PREVIEWED = 200;
/** Of one customer, in one transaction and with one mail. */
const BATCH_SIZE = 100;

const ON_EXIT = `${SELECT_PROXY_ON_UNIT} AND s.exit_node_id = $1`;

/** Moves customers off an exit: each proxy to a free address of the same country on another exit. */
@Injectable()
export class ExitMoveService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly exits: ExitsService,
    private readonly stock: StockService,
    private readonly replacements: AddressReplacementService,
    private readonly jobs: JobQueue,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError not_found. */
  async preview(exitId: number): Promise<ExitCustomersData> {
    const [exit] = await this.exits.findByIds([exitId]);
    if (!exit) throw refuse('EXIT_NOT_FOUND');
    const proxies = await this.uow.manager.query<ProxyOnUnit[]>(
      `${ON_EXIT} ORDER BY p.user_id, p.id`,
      [exitId],
    );
    const free = proxies.length ? await this.stock.findOthers(exit.country, exitId) : [];
    const moves = proxies.map(
      ({ id, userId, customer, address, expiresAt }): MovedProxyResponse => {
        const index = free.findIndex(
          (one) => one.lastsUntil === null || one.lastsUntil >= expiresAt,
        );
        const [other] = index < 0 ? [] : free.splice(index, 1);
        const who = { proxy_id: id, user_id: userId, customer: customer.name };
        return { ...who, from: address, to: other?.address ?? null };
      },
    );
    return {
      customers: new Set(moves.map(({ user_id: userId }) => userId)).size,
      proxies: moves.length,
      movable: moves.filter(({ to }) => to !== null).length,
      moves: moves.slice(0, MAX_PREVIEWED),
      last_move: await this.findLast(exitId),
    };
  }

  /** Stops selling on the exit, and leaves the rest to the worker. @throws DomainError not_found, conflict. */
  async start(actor: Actor, exitId: number, reason: string): Promise<ExitCustomersData> {
    await this.uow.run(async () => {
      await this.exits.update(actor, exitId, { selling: false });
      const manager = this.uow.requireTransaction();
      const { length: total } = await manager.query<unknown[]>(ON_EXIT, [exitId]);
      if (total === 0) throw refuse('EXIT_WITHOUT_CUSTOMERS');
      await manager
        .insert(ExitMove, { exitNodeId: exitId, startedBy: actor.userId, reason, total })
        .catch((error: unknown) => {
          throw isUniqueViolation(error, 'exit_move_open_idx') ? refuse('EXIT_MOVE_RUNS') : error;
        });
      await this.audit.record(actor, {
        action: 'system.exit_customers_moved',
        target: `exit_node:${exitId}`,
        details: `Moves ${total} proxies off exit ${exitId}. ${reason}`,
      });
      await this.uow.afterCommit(() => this.jobs.add('proxies.move-customers', {}));
    });
    return this.preview(exitId);
  }

  /** Goes on with every move that has not ended; several workers take turns. */
  async moveDue(): Promise<void> {
    const open = await this.uow.manager.find(ExitMove, {
      where: { finishedAt: IsNull() },
      order: { id: 'ASC' },
    });
    for (const { id } of open) while (await this.uow.run(() => this.moveNext(id)));
  }

  /** Moves the next proxies of one customer. @returns false when nothing is left. */
  private async moveNext(id: number): Promise<boolean> {
    const manager = this.uow.requireTransaction();
    const move = await manager.findOneOrFail(ExitMove, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (move.finishedAt) return false;
    const { exitNodeId, lastUserId, lastProxyId } = move;
    const [next] = await manager.query<ProxyOnUnit[]>(
      `${ON_EXIT} AND (p.user_id, p.id) > ($2, $3) ORDER BY p.user_id, p.id LIMIT 1`,
      [exitNodeId, lastUserId, lastProxyId],
    );
    if (!next) {
      await manager.update(ExitMove, { id }, { finishedAt: () => 'now()' });
      return false;
    }
    await lockOwnerShared(this.uow, next.userId);
    // Refunds, renewals and the expiry of the proxies come first, or wait.
    const proxies = await manager.query<ProxyOnUnit[]>(
      `${ON_EXIT} AND p.user_id = $2 AND p.id >= $3 ORDER BY p.id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE OF p`,
      [exitNodeId, next.userId, next.id],
    );
    const moved = await this.replacements.moveOff(proxies, exitNodeId, move.reason);
    await manager.update(
      ExitMove,
      { id },
      {
        ...{ moved: move.moved + moved, stayed: move.stayed + proxies.length - moved },
        ...{ lastUserId: next.userId, lastProxyId: proxies.at(-1)?.id ?? next.id },
      },
    );
    return true;
  }

  private async findLast(exitId: number): Promise<ExitMoveResponse | null> {
    const [last] = await this.uow.manager.query<ExitMoveResponse[]>(
      `SELECT m.id, m.reason, u.name AS started_by, m.total, m.moved, m.stayed, m.created_at, m.finished_at
       FROM exit_move m JOIN users u ON u.id = m.started_by
       WHERE m.exit_node_id = $1 ORDER BY m.id DESC LIMIT 1`,
      [exitId],
    );
    return last ?? null;
  }
}
