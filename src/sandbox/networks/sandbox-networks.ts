import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { BackconnectGateway } from './backconnect-gateway';

/** Name of the account that the first start seeds; what has it is simulated here. */
const ACCOUNT = 'sandbox';

/** The gateways of the seeded networks' providers. They take the user names of their dialects and no others. */
@Injectable()
export class SandboxNetworks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SandboxNetworks.name);
  private gateways: BackconnectGateway[] = [];

  constructor(private readonly uow: UnitOfWork) {}

  async onApplicationBootstrap(): Promise<void> {
    const rows = await this.uow.manager.query<{ dialect: string; port: number }[]>(
      `SELECT dialect, port FROM supply_network WHERE host = '127.0.0.1' AND username = $1 ORDER BY id`,
      [ACCOUNT],
    );
    for (const { dialect, port } of rows)
      try {
        this.gateways.push(await BackconnectGateway.start(dialect, undefined, '127.0.0.1', port));
      } catch (error) {
        // Another instance of the API serves it, or another program has the port: the probes will tell.
        this.logger.warn({ dialect, port, err: error }, 'A simulated network was not started');
      }
  }

  async onModuleDestroy(): Promise<void> {
    const gateways = this.gateways;
    this.gateways = [];
    await Promise.all(gateways.map((gateway) => gateway.close()));
  }
}
