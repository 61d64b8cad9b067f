import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Alert, Button, Flex, Input, Select, Typography } from 'antd';
import { countryCodes } from '@/lib/country-codes';
import { CountriesSelect } from '@/components/places/country-select';
import { CONTINENTS } from './continents';
import { findErrors, removeAt, replaceAt, type Offer, type PriceList } from './prices';
import styles from './prices.module.css';
import type { PriceDraft } from './use-price-draft';

/** The list with another name of a group, also in the prices that are for it. */
function renameGroup(list: PriceList, index: number, name: string): PriceList {
  const before = list.groups[index]?.name;
  const rename = <O extends Offer>(offer: O): O => ({
    ...offer,
    overrides: offer.overrides.map((override) =>
      override.group === before ? { ...override, group: name } : override,
    ),
  });
  const { residential, mobile, datacenter } = list;
  return {
    ...list,
    residential: { ...residential, packages: residential.packages.map(rename) },
    mobile: { ...mobile, packages: mobile.packages.map(rename) },
    datacenter: { ...datacenter, periods: datacenter.periods.map(rename) },
    groups: list.groups.map((group, at) => (at === index ? { ...group, name } : group)),
  };
}

/** Countries that have prices in common. */
export function GroupsTab({ draft }: { draft: PriceDraft }) {
  const { groups } = draft.list;
  const errors = findErrors(draft.errors, 'prices.groups');
  return (
    <Flex vertical gap="small">
      <Typography.Paragraph type="secondary">
        A group saves you the same price in many countries. A price of a country itself comes first;
        then the first group with a price counts.
      </Typography.Paragraph>
      {groups.map((group, index) => (
        // Its place in the list: the name is edited.
        <div key={index} className={styles.line}>
          <Input
            aria-label={`Name of group ${index + 1}`}
            placeholder="West Africa"
            maxLength={50}
            value={group.name}
            onChange={({ target }) => draft.change(renameGroup(draft.list, index, target.value))}
          />
          <CountriesSelect
            label={`Countries of ${group.name || `group ${index + 1}`}`}
            codes={countryCodes()}
            placeholder="Choose countries"
            value={group.countries}
            onChange={(countries) =>
              draft.change({ groups: replaceAt(groups, index, { ...group, countries }) })
            }
          />
          <Button
            type="text"
            danger
            aria-label={`Remove ${group.name || `group ${index + 1}`}`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => draft.change({ groups: removeAt(groups, index) })}
          />
        </div>
      ))}
      {errors.length > 0 && <Alert type="error" showIcon title={errors.join(' ')} />}
      <Flex gap="small" wrap>
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() => draft.change({ groups: [...groups, { name: '', countries: [] }] })}
        >
          Add group
        </Button>
        <Select
          aria-label="Add a continent"
          placeholder="Add a continent"
          style={{ minWidth: 180 }}
          value={null}
          options={CONTINENTS.filter(({ name }) =>
            groups.every((group) => group.name !== name),
          ).map(({ name }) => ({ value: name, label: name }))}
          onChange={(name: string | null) =>
            draft.change({
              groups: [...groups, ...CONTINENTS.filter((continent) => continent.name === name)],
            })
          }
        />
      </Flex>
    </Flex>
  );
}
