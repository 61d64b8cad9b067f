/** The link of the last head exported before $1; no row when none was, or when the link is gone. */
export const AUDIT_HEAD_BEFORE = `SELECT l.id, l.audit_log_id AS "rowId", decode(h.head ->> 'hash', 'hex') AS hash
  FROM (SELECT content::jsonb #> '{chains,audit}' AS head FROM chain_head
        WHERE created_at < $1 AND content::jsonb #> '{chains,audit}' IS NOT NULL ORDER BY day DESC LIMIT 1) AS h
  JOIN audit_chain_link l ON l.id = (h.head ->> 'position')::bigint`;
