import { IntersectionType, PickType } from '@nestjs/swagger';
import { NetworkDto } from './network.dto';
import { PreviewNetworkDto } from './preview-network.dto';

/** A network that is not stored yet, as far as its credentials depend on it, and a request through it. */
export class PreviewDraftDto extends IntersectionType(
  PickType(NetworkDto, [
    'dialect',
    'username',
    'username_template',
    'password_template',
    'countries',
    'targeting',
  ]),
  PreviewNetworkDto,
) {}
