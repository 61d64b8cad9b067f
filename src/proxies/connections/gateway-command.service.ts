import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { GatewayCommand, GatewayReply } from '../../common/gateway/gateway-messages';
import { SECOND } from '../../common/time/clock';
import { GatewayCommandRepository } from './gateway-command.repository';

const ANSWER_TIMEOUT_MS = SECOND;
const FIRST_POLL_MS = 10;
const MAX_POLL_MS = 80;

export interface CommandResult {
  readonly replies: readonly GatewayReply[];
  /** Whether every gateway process that listens has answered, and there is one. */
  readonly isComplete: boolean;
}

/** Sends a command to all gateways and collects their answers. */
@Injectable()
export class GatewayCommandService {
  constructor(private readonly commands: GatewayCommandRepository) {}

  /** Takes a second at most, and only as long as answers are missing. @returns null without such a proxy. */
  async send(proxyId: number, command: GatewayCommand): Promise<CommandResult | null> {
    const id = randomUUID();
    const deadline = performance.now() + ANSWER_TIMEOUT_MS;
    const listeners = await this.commands.send(id, proxyId, command);
    if (listeners === null) return null;
    for (
      let pause = FIRST_POLL_MS;
      performance.now() < deadline && (await this.commands.countReplies(id)) < listeners;
      pause = Math.min(pause * 2, MAX_POLL_MS)
    )
      await sleep(pause);
    const replies = await this.commands.takeReplies(id);
    return { replies, isComplete: listeners > 0 && replies.length >= listeners };
  }
}
