import { NameResolver } from '../../src/gateway/net/name-resolver';
import { runGateway } from '../../src/gateway/process/run-gateway';

/** Everything is this machine. */
class LoopbackNames extends NameResolver {
  resolve(): Promise<string[]> {
    return Promise.resolve(['127.0.0.1']);
  }
}

/**
 * src/gateway.ts with one difference: the port ORIGIN_PORT of this machine counts as public, which no configuration
 * allows.
 */
const origin = Number(process.env.ORIGIN_PORT);
runGateway({ resolver: new LoopbackNames(), allow: (_address, port) => port === origin });
