import type { EntityManager } from 'typeorm';
import { CREDIT, timestampSql, IS_INACTIVE, PRICE, type SeedContext } from './seed-context';

const FIRST = `'{Ada,Bola,Chidi,Damilola,Emeka,Funke,Gbenga,Halima,Ifeoma,Jide,Kemi,Lanre,Musa,Ngozi,
  Obinna,Peace,Rashida,Segun,Tunde,Uche,Victor,Wale,Yemi,Zainab,Amina,Bisi,Chioma,Dapo,Efe,Femi}'::text[]`;
const LAST = `'{Obi,Ade,Okafor,Balogun,Eze,Adeyemi,Musa,Ibrahim,Nwosu,Okonkwo,Lawal,Bello,Danjuma,
  Akpan,Effiong,Oyelaran,Adebayo,Chukwu,Onyeka,Sanni,Ogun,Udo,Yakubu,Garba,Ojo,Olatunji,Aliyu,Ike,
  Amadi,Osagie,Idris,Nnamdi,Afolabi,Bankole,Dike,Ekong,Fashola}'::text[]`;

/** Customers with wallets; suspended ones with the suspension of their proxies. */
export async function fillPeople(
  manager: EntityManager,
  context: SeedContext,
  from: number,
  to: number,
): Promise<void> {
  const { after, run } = context;
  await manager.query(
    `INSERT INTO users (id, name, email, role, status, email_verified_at, created_at, updated_at)
     SELECT ${after.users} + i, first || ' ' || last,
            lower(first) || '.' || lower(last) || '.' || i || '@${run}.example.com', 'user',
            CASE WHEN ${IS_INACTIVE} THEN 'inactive' ELSE 'active' END, moment, moment, moment
     FROM generate_series($1::int, $2::int) AS i,
          LATERAL (SELECT (${FIRST})[1 + i % 30] AS first, (${LAST})[1 + i / 30 % 37] AS last,
                          ${timestampSql(context)} AS moment) AS one`,
    [from, to],
  );
  await manager.query(
    `INSERT INTO account_suspension (user_id)
     SELECT ${after.users} + i FROM generate_series($1::int, $2::int) AS i WHERE ${IS_INACTIVE}`,
    [from, to],
  );
  await manager.query(
    `INSERT INTO ledger_account (id, code, kind, user_id, balance_kobo, version)
     SELECT ${after.ledger_account} + i, 'wallet:' || ${after.users} + i, 'wallet',
            ${after.users} + i, ${CREDIT} - ${PRICE}, 2
     FROM generate_series($1::int, $2::int) AS i`,
    [from, to],
  );
}
