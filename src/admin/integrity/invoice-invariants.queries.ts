import type { Invariant } from './invariant.types';

/** Of invoices and credit notes, which are few and never change; read in full, since numbers run through a year. */
export const INVOICE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'invoices-match-transactions',
    description:
      'An invoice is for a charge and a credit note for a refund of it, with their amounts, of which net and VAT are the total; every refund of an invoiced charge has its credit note, none exceeds its invoice, and the numbers of each kind and year have no gap',
    violationsSql: `SELECT 'invoice:' || i.id AS subject FROM invoice i
      JOIN wallet_transaction w ON w.id = i.transaction_id
      WHERE w.user_id <> i.user_id OR w.amount_kobo <> i.total_kobo OR i.net_kobo + i.vat_kobo <> i.total_kobo
        OR w.status NOT IN ('successful', 'refunded')
        OR w.purpose <> CASE i.kind WHEN 'invoice' THEN 'purchase' ELSE 'refund' END
        OR i.number <> CASE i.kind WHEN 'invoice' THEN 'INV-' ELSE 'CN-' END || i.year || '-'
          || lpad(i.sequence::text, greatest(6, length(i.sequence::text)), '0')
      UNION ALL SELECT 'invoice:' || c.id FROM invoice c
      LEFT JOIN invoice i ON i.id = c.invoice_id AND i.kind = 'invoice' AND i.user_id = c.user_id
      LEFT JOIN wallet_transaction w ON w.id = c.transaction_id
      WHERE c.kind = 'credit_note' AND (i.id IS NULL OR w.refund_of IS DISTINCT FROM i.transaction_id)
      UNION ALL SELECT 'invoice:' || i.id FROM invoice i JOIN invoice c ON c.invoice_id = i.id
      GROUP BY i.id HAVING sum(c.total_kobo) > i.total_kobo OR sum(c.vat_kobo) > i.vat_kobo
        OR sum(c.net_kobo) > i.net_kobo
      UNION ALL SELECT 'wallet_transaction:' || w.id FROM wallet_transaction w
      JOIN invoice i ON i.transaction_id = w.refund_of AND i.kind = 'invoice'
      WHERE w.status = 'successful' AND NOT EXISTS
        (SELECT FROM invoice c WHERE c.transaction_id = w.id AND c.invoice_id = i.id)
      UNION ALL SELECT 'invoice_counter:' || coalesce(n.kind, i.kind) || ':' || coalesce(n.year, i.year)
      FROM (SELECT kind, year, count(*) AS numbers, min(sequence) AS first, max(sequence) AS last
        FROM invoice GROUP BY kind, year) i
      FULL JOIN invoice_counter n ON n.kind = i.kind AND n.year = i.year
      WHERE (i.first, i.numbers, i.last) IS DISTINCT FROM (1, n.last, n.last)`,
  },
];
