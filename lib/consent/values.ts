import type { ScopeUseHint } from "@/lib/consent/scope-use/values";
import type { SupportContacts } from "@/lib/core/values/support-contact-values";
import type { InstallBlock } from "@/lib/protocol/authorize/find-install-error";

/** The changes that a request would make to a grant. */
export interface ScopeChanges<Scope> {
  /** All scopes of a first request; the new ones of a later request. */
  added: Scope[];
  unchanged: Scope[];
  givenUp: Scope[];
}

/** What everyone who opens a request may see. */
export interface KnownRequest<Scope = string> {
  clientId: string;
  clientName: string;
  /** What the publisher says about the extension; may be empty. */
  description: string;
  /** Null without a logo. */
  logoUri: string | null;
  publisherName: string;
  publisherVerified: boolean;
  /** The company or organization that would grant. */
  grantorName: string;
  /** Null for an organization. */
  companyId: number | null;
  changes: ScopeChanges<Scope>;
  /** Whether something was granted before. */
  isChange: boolean;
  /** The authorize address that repeats the request, also for another account. */
  restartHref: string;
}

/** What the person who decides sees besides. */
export interface RequestTerms {
  csrfToken: string;
  contacts: SupportContacts;
  /** Host of the redirect URL. */
  destinationHost: string;
  /** How the extension used each scope that it keeps, or asks for and had before it was removed. */
  use: ScopeUseHint[];
  /** The number of days that the API log covers. */
  useDays: number;
}

/** A request that cannot be decided, or not by this person. */
export type EndedRequestView =
  /** There is no such request, or it belongs to another person. */
  | { kind: "unknown" }
  | ({ kind: "expired" | "allowed" | "denied" | "client_inactive" | "not_a_member" } & KnownRequest)
  /** The extension cannot be installed now; `suspensionReason` is the platform's. */
  | ({ kind: "blocked"; check: InstallBlock; suspensionReason: string | null } & KnownRequest);

export type ConsentView =
  | EndedRequestView
  /** The organization requires a second factor, which the person must set up first. */
  | { kind: "second_factor_required"; setUpHref: string }
  | ({ kind: "ask_an_admin"; deciders: { name: string; email: string | null }[] } & KnownRequest)
  | ({ kind: "decide" } & KnownRequest & RequestTerms);
