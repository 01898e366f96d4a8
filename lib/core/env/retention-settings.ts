import { DAYS_TO_EXPIRY, LONGEST_STORED_DAYS } from "@/lib/core/crypto/tokens";
import { setting, type ValuesOf, wholeNumber } from "@/lib/core/env/setting-schemas";

const LONGEST_DAYS = 3_650;

/** A replay of a code is recognized for so long (ADR 4). */
const CODE_DAYS = 30;

/** The day of an access token is recognized until then. */
const LONGEST_DATED_DAYS = LONGEST_STORED_DAYS - DAYS_TO_EXPIRY;

const days = (from: number, to: number) => wholeNumber(from, to, "days");

/** For how many days clean-up keeps each kind of data. */
export const retentionSettings = {
  /** Events of the flow (the failure log), from their creation. Pages show the last 30 days of them, and of calls. */
  eventDays: setting(
    "EVENT_RETENTION_DAYS",
    days(30, LONGEST_DAYS).default(90),
    "how long the failure log is kept, for example 90",
  ),
  /** Calls of the API log and their totals, from the call. */
  callDays: setting(
    "CALL_RETENTION_DAYS",
    days(30, LONGEST_DAYS).optional(),
    "how long the API log is kept, for example 90; if unset, EVENT_RETENTION_DAYS applies",
  ),
  /** Invitations, from their acceptance, revocation or expiry. */
  invitationDays: setting(
    "INVITATION_RETENTION_DAYS",
    days(1, LONGEST_DAYS).optional(),
    "how long closed invitations are kept, for example 90; if unset, EVENT_RETENTION_DAYS applies",
  ),
  /** Access tokens, from their expiry. */
  accessTokenDays: setting(
    "ACCESS_TOKEN_RETENTION_DAYS",
    days(1, LONGEST_DATED_DAYS).default(7),
    "how long access tokens are kept after expiry, for example 7",
  ),
  /** Refresh tokens, from their expiry or revocation. */
  refreshTokenDays: setting(
    "REFRESH_TOKEN_RETENTION_DAYS",
    days(1, LONGEST_DAYS).default(30),
    "how long refresh tokens are kept after expiry or revocation, for example 30",
  ),
  /** Sessions, from their expiry or end. An online token, which needs the row, may outlive the session by 6 hours (ADR 9). */
  sessionDays: setting(
    "SESSION_RETENTION_DAYS",
    days(1, LONGEST_DAYS).default(30),
    "how long sessions are kept after their end, for example 30",
  ),
  /** Delivered or abandoned calls to extensions, from their creation. The overview counts the last seven days. */
  deliveryDays: setting(
    "DELIVERY_RETENTION_DAYS",
    days(7, LONGEST_DAYS).default(90),
    "how long calls to extensions are kept, for example 90",
  ),
};

/** Retention in days, and of codes from their expiry. SQL takes these values as parameters of the same names. */
export type Retention = Readonly<Record<keyof typeof retentionSettings | "codeDays", number>>;

/** The validated settings, with defaults that depend on others. */
export function retentionOf(values: ValuesOf<typeof retentionSettings>): Retention {
  const { eventDays, callDays = eventDays, invitationDays = eventDays } = values;
  return { ...values, callDays, invitationDays, codeDays: CODE_DAYS };
}
