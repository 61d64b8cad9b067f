import { Button, Flex, Form, Select } from 'antd';
import { useListTags } from '@/api/generated/proxies';
import { AppForm } from '@/components/form/app-form';
import { Dialog } from '@/components/ui/dialog';

const MAX_TAG = 32;

interface TagDialogProps {
  count: number;
  onAdd: (tag: string) => void;
  onClose: () => void;
}

/** Asks for a tag that all chosen proxies get. */
export default function TagDialog({ count, onAdd, onClose }: TagDialogProps) {
  const [form] = Form.useForm<{ tags: string[] }>();
  const known = useListTags({ query: { meta: { quiet: true } } }).data?.data.tags ?? [];
  return (
    <Dialog
      title={`Tag ${count === 1 ? '1 proxy' : `${count} proxies`}`}
      width={400}
      onClose={onClose}
    >
      <AppForm<{ tags: string[] }>
        form={form}
        label="Add a tag"
        initialValues={{ tags: [] }}
        onSubmit={({ tags: [tag = ''] }) => {
          onAdd(tag);
          onClose();
        }}
      >
        <Form.Item
          name="tags"
          label="Tag"
          rules={[
            {
              validator: (_rule, [tag = '']: string[]) =>
                tag.trim() !== '' && tag.length <= MAX_TAG
                  ? Promise.resolve()
                  : Promise.reject(new Error(`Enter a tag of at most ${MAX_TAG} characters`)),
            },
          ]}
        >
          <Select
            mode="tags"
            maxCount={1}
            autoFocus
            options={known.map(({ tag }) => ({ value: tag, label: tag }))}
          />
        </Form.Item>
        <Flex justify="end" gap="small">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit">
            Add tag
          </Button>
        </Flex>
      </AppForm>
    </Dialog>
  );
}
