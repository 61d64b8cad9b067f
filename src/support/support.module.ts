import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module';
import { ContactController } from './contact.controller';
import { ContactService } from './contact.service';

/** How people who are not signed in reach the people behind the shop. */
@Module({
  imports: [MailModule],
  controllers: [ContactController],
  providers: [ContactService],
})
export class SupportModule {}
