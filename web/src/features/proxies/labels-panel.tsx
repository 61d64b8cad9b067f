import { Button, Form, Input, Select } from 'antd';
import { useListTags, useSetLabels } from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import { Panel } from '@/components/layout/panel';
import type { Proxy } from './proxy';

const MAX_NOTE = 500;
const MAX_TAG = 32;
const MAX_TAGS = 10;

interface Values {
  note: string;
  tags: string[];
}

/** What the owner writes on a proxy, for finding it again. */
export function LabelsPanel({ proxy: { id, note, tags } }: { proxy: Proxy }) {
  const [form] = Form.useForm<Values>();
  const known = useListTags({ query: { meta: { quiet: true } } }).data?.data.tags ?? [];
  const save = useSetLabels({
    mutation: {
      meta: { fallback: 'The note could not be saved' },
      onSuccess: () => notify.success('Note and tags are saved.'),
    },
  });
  const { note: noteErrors, ...others } = save.error?.fieldErrors ?? {};
  const tagErrors = Object.values(others)[0];
  return (
    <Panel title="Note and tags">
      <AppForm<Values>
        form={form}
        label="Note and tags"
        initialValues={{ note: note ?? '', tags }}
        serverErrors={{
          ...(noteErrors && { note: noteErrors }),
          ...(tagErrors && { tags: tagErrors }),
        }}
        onSubmit={({ note: text, tags: chosen }) => {
          if (!save.isPending)
            save.mutate({ id, data: { note: text.trim() || null, tags: chosen } });
        }}
      >
        <Form.Item name="note" label="Note">
          <Input.TextArea
            autoSize={{ minRows: 1, maxRows: 6 }}
            maxLength={MAX_NOTE}
            placeholder="What it is for"
          />
        </Form.Item>
        <Form.Item
          name="tags"
          label="Tags"
          extra="Proxy History can be filtered by a tag."
          rules={[
            {
              validator: (_rule, chosen: string[]) =>
                chosen.some((tag) => tag.length > MAX_TAG)
                  ? Promise.reject(new Error(`A tag has at most ${MAX_TAG} characters`))
                  : Promise.resolve(),
            },
          ]}
        >
          <Select
            mode="tags"
            maxCount={MAX_TAGS}
            tokenSeparators={[',']}
            placeholder="Add a tag"
            options={known.map(({ tag }) => ({ value: tag, label: tag }))}
          />
        </Form.Item>
        <Button htmlType="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </AppForm>
    </Panel>
  );
}
