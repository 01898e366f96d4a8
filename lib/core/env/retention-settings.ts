import type { z } from "zod";
import { DAYS_TO_EXPIRY, LONGEST_STORED_DAYS } from "@/lib/core/crypto/tokens";
import { wholeNumber } from "@/lib/core/env/setting-schemas";

/** For how many days clean-up keeps each kind of data. SQL takes these values as parameters of the same names. */
export interface Retention {
  /** Events of the flow (the failure log), from their creation. */
  readonly eventDays: number;
  /** Calls of the API log and their totals, from the call. */
  readonly callDays: number;
  /** Invitations, from their acceptance, revocation or expiry. */
  readonly invitationDays: number;
  /** Authorization codes, from their expiry. */
  readonly codeDays: number;
  /** Access tokens, from their expiry. */
  readonly accessTokenDays: number;
  /** Refresh tokens, from their expiry or revocation. */
  readonly refreshTokenDays: number;
  /** Sessions, from their expiry or end. */
  readonly sessionDays: number;
  /** Delivered or abandoned calls to extensions, from their creation. */
  readonly deliveryDays: number;
}

const LONGEST_DAYS = 3_650;

/** A replay of a code is recognized for so long (ADR 4). */
const CODE_DAYS = 30;

/** The day of an access token is recognized until then. */
const LONGEST_DATED_DAYS = LONGEST_STORED_DAYS - DAYS_TO_EXPIRY;

const days = (from: number, to: number) => wholeNumber(from, to, "days");

/** The variables, each with what it is for. */
export const retentionVariables = {
  // Pages show the last 30 days of events and calls.
  EVENT_RETENTION_DAYS: days(30, LONGEST_DAYS)
    .default(90)
    .describe("how long the failure log is kept, for example 90"),
  CALL_RETENTION_DAYS: days(30, LONGEST_DAYS)
    .optional()
    .describe(
      "how long the API log is kept, for example 90; if unset, EVENT_RETENTION_DAYS applies",
    ),
  INVITATION_RETENTION_DAYS: days(1, LONGEST_DAYS)
    .optional()
    .describe(
      "how long closed invitations are kept, for example 90; if unset, EVENT_RETENTION_DAYS applies",
    ),
  ACCESS_TOKEN_RETENTION_DAYS: days(1, LONGEST_DATED_DAYS)
    .default(7)
    .describe("how long access tokens are kept after expiry, for example 7"),
  REFRESH_TOKEN_RETENTION_DAYS: days(1, LONGEST_DAYS)
    .default(30)
    .describe("how long refresh tokens are kept after expiry or revocation, for example 30"),
  // An online token, which needs its session's row, may outlive the session by 6 hours (ADR 9).
  SESSION_RETENTION_DAYS: days(1, LONGEST_DAYS)
    .default(30)
    .describe("how long sessions are kept after their end, for example 30"),
  // The operators' overview counts the calls that were abandoned in the last seven days.
  DELIVERY_RETENTION_DAYS: days(7, LONGEST_DAYS)
    .default(90)
    .describe("how long calls to extensions are kept, for example 90"),
};

/** The validated settings, with defaults that depend on others. */
export function retentionOf(values: z.output<z.ZodObject<typeof retentionVariables>>): Retention {
  const eventDays = values.EVENT_RETENTION_DAYS;
  return {
    eventDays,
    callDays: values.CALL_RETENTION_DAYS ?? eventDays,
    invitationDays: values.INVITATION_RETENTION_DAYS ?? eventDays,
    codeDays: CODE_DAYS,
    accessTokenDays: values.ACCESS_TOKEN_RETENTION_DAYS,
    refreshTokenDays: values.REFRESH_TOKEN_RETENTION_DAYS,
    sessionDays: values.SESSION_RETENTION_DAYS,
    deliveryDays: values.DELIVERY_RETENTION_DAYS,
  };
}
