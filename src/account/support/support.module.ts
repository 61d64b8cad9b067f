import { Module } from '@nestjs/common';
import { MailModule } from '../../mail/mail.module';
import { ContactController } from './contact.controller';
import { ContactService } from './contact.service';

/** Public contact form. */
@Module({
  imports: [MailModule],
  controllers: [ContactController],
  providers: [ContactService],
})
export class SupportModule {}
