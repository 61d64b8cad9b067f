import { render } from '@testing-library/react';
import { Form, type FormRule } from 'antd';

interface ValidationFailure {
  errorFields: readonly { errors: readonly string[] }[];
}

/** Messages of the first rule of a form item that rejects the value; empty if all accept it. */
export async function validateRules(
  rules: readonly FormRule[],
  value: unknown,
): Promise<readonly string[]> {
  let submit: () => Promise<unknown> = () => Promise.resolve();
  function TestForm() {
    const [form] = Form.useForm();
    submit = () => form.validateFields();
    return (
      <Form form={form} initialValues={{ field: value }}>
        <Form.Item name="field" rules={[...rules]} validateFirst>
          <input />
        </Form.Item>
      </Form>
    );
  }
  const { unmount } = render(<TestForm />);
  try {
    await submit();
    return [];
  } catch (failure) {
    return (failure as ValidationFailure).errorFields.flatMap(({ errors }) => errors);
  } finally {
    unmount();
  }
}
