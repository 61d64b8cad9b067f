/** A gateway that restarts takes nothing off sale: this long after its last heartbeat its exits still count. */
const SALE_GRACE = `interval '2 minutes'`;

/** SQL condition: four heartbeats have not all been missed. @param gateway alias of `gateway`. */
export const isAlive = (gateway: string): string =>
  `${gateway}.heartbeat_at > now() - interval '20 seconds'`;

/** SQL condition: its exits count as in service. @param gateway alias of `gateway`. */
export const isOnSale = (gateway: string): string =>
  `${gateway}.heartbeat_at > now() - ${SALE_GRACE}`;

/**
 * SQL condition: the gateway can serve an address of an exit. A simulated exit leaves from any machine.
 * @param gateway alias of `gateway`; @param exit alias of `exit_node`; @param address SQL of the address.
 */
export const servesAddress = (gateway: string, exit: string, address: string): string =>
  `(${exit}.gateway_group IS NULL OR ${exit}.gateway_group IN (${gateway}.id, ${gateway}.region))
   AND (${exit}.simulated OR ${exit}.leave = 'upstream' OR ${address} IS NULL
        OR EXISTS (SELECT FROM gateway_address ga
                   WHERE ga.address = ${address} AND ga.gateway_id = ${gateway}.id))`;

/** SQL condition: the probes have not put it out of sale. Those that they have are few, and read once a statement. */
const isUp = (exit: string): string =>
  `${exit}.id <> ALL (ARRAY(SELECT exit_node_id FROM supply_down WHERE exit_node_id IS NOT NULL))`;

/**
 * SQL condition of what is on sale: the last probes did not all fail, and a gateway that was alive in the last two minutes
 * can serve the address. A shop in which no gateway has ever registered sells every enabled exit: it is being installed,
 * or tested without one.
 */
export const isInService = (exit: string, address = `${exit}.local_address`): string =>
  `(${isUp(exit)} AND (NOT EXISTS (SELECT FROM gateway)
    OR EXISTS (SELECT FROM gateway gw WHERE ${isOnSale('gw')}
               AND ${servesAddress('gw', exit, address)})))`;
