import { saveFile } from '@/lib/download';
import type { TicketAttachmentResponse } from './generated/api.schemas';
import { http } from './http';

type Area = 'tickets' | 'admin/tickets';

/** Stores a file for the next message; the body of the call is the file itself. */
export const uploadTicketFile =
  (area: Area) =>
  async (file: File): Promise<TicketAttachmentResponse> => {
    const { data } = await http<{ data: TicketAttachmentResponse }>(
      `/${area}/attachments?name=${encodeURIComponent(file.name.slice(-100))}`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: file,
      },
    );
    return data;
  };

export const saveTicketFile =
  (area: Area) =>
  async ({ id, name }: { id: number; name: string }): Promise<void> =>
    saveFile(await http<Blob>(`/${area}/attachments/${id}`), name);
