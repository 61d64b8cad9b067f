import { runGateway } from './gateway/process/run-gateway';

runGateway();
