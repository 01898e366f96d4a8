import type { RowOf } from "@/lib/core/db/sql";
import type { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";
import type { AuthorizeParameters } from "@/lib/protocol/authorize/parameters";

/** An authorize request before anything has been looked up. */
export type AuthorizeRequest = {
  parameters: AuthorizeParameters;
  subject: Subject;
  /** Id of the stored request that the query names; null if the parameters are in the query itself. */
  storedId: string | null;
  /** Session of the browser, unverified; null without a session cookie. */
  sessionId: string | null;
};

export const CLIENT_COLUMNS = {
  isActive: "bool",
  isSuspended: "bool",
  /** Why an operator suspended it. */
  suspensionReason: "text?",
  /** Whether its organization is active. */
  publisherIsActive: "bool",
  /** Whether its listing lets the company or organization in the path install it. */
  isInstallable: "bool",
  redirectUrls: "text[]",
  scopes: "text[]",
  grantTypes: "text[]",
  requirePkce: "bool",
} as const;

/** The client, as far as the checks need it. */
export type AuthorizeClient = RowOf<typeof CLIENT_COLUMNS>;

export const FACT_COLUMNS = {
  /** The signed-in person, or null. */
  userId: "text?",
  /** Their session, or null. */
  sessionId: "text?",
  /** Their role in the company or organization in the path, or null. */
  role: "text?",
  /** Whether the company or organization in the path is neither suspended nor closed. */
  subjectIsActive: "bool",
  /** False if the redirect_uri is an address of ours and the path has no sandbox company. */
  mayReturnHere: "bool",
  /** Whether the organization in the path requires a second factor and the person has none. */
  lacksSecondFactor: "bool",
  grantId: "text?",
  grantEpoch: "int4?",
  /** Sorted; null if nothing is granted. */
  grantedScopes: "text[]?",
} as const;

/** Everything in the database that an authorize request depends on, read in one statement. */
export type AuthorizeFacts = RowOf<typeof FACT_COLUMNS> & { client: AuthorizeClient | null };

export type AuthorizeContext = AuthorizeRequest & {
  /** Requested scopes: distinct, in the order sent; all of the client's if none were sent. */
  scopes: readonly string[];
  /** Set if the scope parameter is malformed. */
  malformedScope: ServiceError | null;
  facts: AuthorizeFacts;
};

export type AuthorizeCheck = {
  /**
   * The same check as an SQL condition, which decides whether a code is stored while the facts are
   * read. Null for a check that needs no facts.
   */
  sql: string | null;
  /** Returns null if the check passes, or the error. */
  run: (context: AuthorizeContext) => ServiceError | null | Promise<ServiceError | null>;
};
