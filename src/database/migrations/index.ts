import { Baseline1763600073600 } from './1763600073600-baseline';
import { AddReceipts1795866000000 } from './1795866000000-add-receipts';
import { AddAutomaticTraffic1795866000001 } from './1795866000001-add-automatic-traffic';
import { AddStatus1795867000000 } from './1795867000000-add-status';
import { AddAsnTargeting1795868000000 } from './1795868000000-add-asn-targeting';
import { AddTrials1795868000001 } from './1795868000001-add-trials';
import { AddTransactionBatches1795868000002 } from './1795868000002-add-transaction-batches';
import { AddStaffRoles1795869000000 } from './1795869000000-add-staff-roles';
import { AddSoleAdminApproval1795869100000 } from './1795869100000-add-sole-admin-approval';
import { AddOrderList1796110000000 } from './1796110000000-add-order-list';
import { AddProxyStates1796120000000 } from './1796120000000-add-proxy-states';
import { AddCustomerPage1796130000000 } from './1796130000000-add-customer-page';
import { AddTickets1796140000000 } from './1796140000000-add-tickets';
import { AddTicketFiles1796140000001 } from './1796140000001-add-ticket-files';
import { AddAmountIndexes1796150000000 } from './1796150000000-add-amount-indexes';
import { AddMachinery1796160000000 } from './1796160000000-add-machinery';
import { AddGatewayDrain1796160100000 } from './1796160100000-add-gateway-drain';
import { AddInvoiceIssuedIndex1796170000000 } from './1796170000000-add-invoice-issued-index';
import { AddMovementTransaction1796171000000 } from './1796171000000-add-movement-transaction';
import { AddSessionAddressIndex1796172000000 } from './1796172000000-add-session-address-index';
import { AddAnnouncements1796180000000 } from './1796180000000-add-announcements';
import { AddIncidentUpdates1796181000000 } from './1796181000000-add-incident-updates';
import { AddExitSelling1796190000000 } from './1796190000000-add-exit-selling';
import { AddExitMove1796190000001 } from './1796190000001-add-exit-move';
import { AddCompensations1796190000002 } from './1796190000002-add-compensations';

export const MIGRATIONS = [
  Baseline1763600073600,
  AddReceipts1795866000000,
  AddAutomaticTraffic1795866000001,
  AddStatus1795867000000,
  AddAsnTargeting1795868000000,
  AddTrials1795868000001,
  AddTransactionBatches1795868000002,
  AddStaffRoles1795869000000,
  AddSoleAdminApproval1795869100000,
  AddOrderList1796110000000,
  AddProxyStates1796120000000,
  AddCustomerPage1796130000000,
  AddTickets1796140000000,
  AddTicketFiles1796140000001,
  AddAmountIndexes1796150000000,
  AddMachinery1796160000000,
  AddGatewayDrain1796160100000,
  AddInvoiceIssuedIndex1796170000000,
  AddMovementTransaction1796171000000,
  AddSessionAddressIndex1796172000000,
  AddAnnouncements1796180000000,
  AddIncidentUpdates1796181000000,
  AddExitSelling1796190000000,
  AddExitMove1796190000001,
  AddCompensations1796190000002,
];
