// The built gateway with one difference: the port ORIGIN_PORT of this machine counts as public, which no
// configuration allows.
const { NameResolver } = require('../../dist/gateway/net/name-resolver.js');
const { runGateway } = require('../../dist/gateway/process/run-gateway.js');

/** Everything is this machine. */
class LoopbackNames extends NameResolver {
  resolve() {
    return Promise.resolve(['127.0.0.1']);
  }
}

const origin = Number(process.env.ORIGIN_PORT);
runGateway({ resolver: new LoopbackNames(), allow: (_address, port) => port === origin });
