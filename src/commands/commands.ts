import { LEDGER_COMMANDS } from './ledger.commands';
import { SECRETS_COMMANDS } from './secrets.commands';
import { SHOP_COMMANDS } from './shop.commands';
import { SUPPLY_COMMANDS } from './supply.commands';

type Print = (line: string) => void;

/** Operator commands by name. `run` returns what to print at its end, and prints what cannot wait for that. */
export type Commands = Record<
  string,
  { help: string; run: (args: string[], print: Print) => Promise<string[]> }
>;

export const COMMANDS: Commands = {
  ...SHOP_COMMANDS,
  ...SUPPLY_COMMANDS,
  ...LEDGER_COMMANDS,
  ...SECRETS_COMMANDS,
};
