import { Alert, Button, Form, Select } from 'antd';
import { useId } from 'react';
import type { PackageOption } from './extension';
import type { usePackages } from './use-packages';

type PackageFieldProps = Pick<
  ReturnType<typeof usePackages>,
  'options' | 'selected' | 'isLoading' | 'isError' | 'refetch'
> & { select: (value: number | null) => void; isDisabled: boolean };

const getLabel = (option: PackageOption | undefined): string =>
  option && 'duration_minutes' in option.choice ? 'Period' : 'Traffic package';

export function PackageField({
  options,
  selected,
  select,
  isDisabled,
  ...state
}: PackageFieldProps) {
  const id = useId();
  if (state.isError)
    return (
      <Alert
        type="error"
        title="Prices could not be loaded"
        action={
          <Button size="small" onClick={state.refetch}>
            Try Again
          </Button>
        }
      />
    );
  return (
    <Form.Item label={getLabel(selected)} htmlFor={id} layout="vertical">
      <Select
        id={id}
        options={options.map(({ value, label }) => ({ value, label }))}
        value={selected?.value}
        onChange={select}
        loading={state.isLoading}
        disabled={isDisabled || state.isLoading}
      />
    </Form.Item>
  );
}
