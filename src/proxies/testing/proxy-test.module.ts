import { Module } from '@nestjs/common';
import { ProxiesModule } from '../proxies.module';
import { ProxyTestController } from './proxy-test.controller';
import { ProxyTestService } from './proxy-test.service';

@Module({
  imports: [ProxiesModule],
  controllers: [ProxyTestController],
  providers: [ProxyTestService],
})
export class ProxyTestModule {}
