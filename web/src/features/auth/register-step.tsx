import { Button, Form } from 'antd';
import { useRegisterMember } from '@/api/generated/team';
import { session } from '@/api/session';
import { AppForm } from '@/components/form/app-form';
import styles from './auth-card.module.css';
import type { JoiningProps } from './join-page';
import { SignUpFields, type SignUp } from './sign-up-form';

/** For somebody new: the link of the email has proved the address, so the account joins and is signed in at once. */
export default function RegisterStep({ offer: { email }, token, onJoined }: JoiningProps) {
  const [form] = Form.useForm<Omit<SignUp, 'email'>>();
  const register = useRegisterMember({
    mutation: {
      meta: { fallback: 'Failed to join the team' },
      onSuccess: ({ data, message }) => {
        session.start(data);
        onJoined(message);
      },
    },
  });
  return (
    <AppForm
      form={form}
      label="Create account"
      serverErrors={register.error?.fieldErrors}
      onSubmit={(values) => {
        if (!register.isPending) register.mutate({ data: { ...values, token } });
      }}
    >
      <p className={styles.known}>
        Your account will have the address <strong>{email}</strong>.
      </p>
      <SignUpFields hasEmail={false} />
      <Button type="primary" size="large" block htmlType="submit" disabled={register.isPending}>
        {register.isPending ? 'Creating Account...' : 'Create account and join'}
      </Button>
    </AppForm>
  );
}
