import type { ServiceError } from "@/lib/errors";
import type { AuthorizeParameters } from "@/lib/oauth/authorize/parameters";
import type { AuthorizeFacts } from "@/lib/oauth/authorize/repository";
import type { Subject } from "@/lib/oauth/subject";

/** What the checks look at. */
export type AuthorizeContext = {
  parameters: AuthorizeParameters;
  subject: Subject;
  /** Requested scopes: distinct, in the order sent; the client's own where none were sent. */
  scopes: readonly string[];
  /** Set when the scope parameter could not be read. */
  malformedScope: ServiceError | null;
  facts: AuthorizeFacts;
  /** Hash of the reference under which the client pushed the parameters; null if they came by query. */
  pushed: Buffer | null;
  /** The code that was stored with the facts, if `facts.issued`. */
  code: string;
};

/** One protocol check: null, or the refusal. */
export type AuthorizeCheck = (context: AuthorizeContext) => ServiceError | null;
