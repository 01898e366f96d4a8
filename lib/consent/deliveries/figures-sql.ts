import { isReal } from "@/lib/core/db/sandbox-sql";

/** SQL: calls `d` to extensions that failed and are repeated, without those about sandbox companies. */
export const FAILING_DELIVERIES = `deliveries d
  WHERE d.next_attempt_at IS NOT NULL AND d.attempts > 0 AND d.last_error IS NOT NULL AND ${isReal("d.company_id")}`;

/** SQL: the same for those that were given up in the last seven days. */
export const ABANDONED_DELIVERIES = `deliveries d
  WHERE d.delivered_at IS NULL AND d.next_attempt_at IS NULL AND d.created_at > now() - interval '7 days'
    AND ${isReal("d.company_id")}`;
