import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api-client/call";

/** State of a list with a cursor, as the address of its page holds it. */
type ListState = Readonly<Record<string, string | undefined>>;

/** The service keys of the installation. */
export function serviceKeysQuery() {
  return queryOptions({
    queryKey: ["platform", "service-keys"],
    queryFn: ({ signal }) => call("listServiceKeys", { params: {}, signal }),
  });
}

/** A page of companies. */
export function companiesQuery(state: ListState) {
  return queryOptions({
    queryKey: ["platform", "companies", state],
    queryFn: ({ signal }) => call("listDirectoryCompanies", { params: {}, query: state, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A page of people. */
export function peopleQuery(state: ListState) {
  return queryOptions({
    queryKey: ["platform", "people", state],
    queryFn: ({ signal }) => call("listDirectoryUsers", { params: {}, query: state, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The companies and organizations that a person belongs to. */
export function membershipsQuery(userId: string) {
  return queryOptions({
    queryKey: ["platform", "memberships", userId],
    queryFn: ({ signal }) => call("listMemberships", { params: { user_id: userId }, signal }),
    staleTime: 0,
  });
}

/** A page of organizations. */
export function organizationsQuery(state: ListState) {
  return queryOptions({
    queryKey: ["platform", "organizations", state],
    queryFn: ({ signal }) =>
      call("listDirectoryOrganizations", { params: {}, query: state, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A page of the extensions of all organizations. */
export function extensionsQuery(state: ListState) {
  return queryOptions({
    queryKey: ["platform", "extensions", state],
    queryFn: ({ signal }) => call("listDirectoryClients", { params: {}, query: state, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A page of the catalogue of scopes. */
export function scopesQuery(state: ListState) {
  return queryOptions({
    queryKey: ["platform", "scopes", state],
    queryFn: ({ signal }) => call("listDirectoryScopes", { params: {}, query: state, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Extensions whose publishers asked to have them listed. */
export const OPEN_LISTINGS = { requested: "true", limit: "200" };

/** The extensions that wait for a review. */
export function openListingsQuery() {
  return queryOptions({
    queryKey: ["platform", "reviews", "listings"],
    queryFn: ({ signal }) =>
      call("listDirectoryClients", { params: {}, query: OPEN_LISTINGS, signal }),
  });
}

/** Restricted scopes that wait for a decision. */
export const OPEN_APPROVALS = { status: "open", limit: "200" };

/** The restricted scopes that extensions wait for. */
export function openApprovalsQuery() {
  return queryOptions({
    queryKey: ["platform", "reviews", "scopes"],
    queryFn: ({ signal }) =>
      call("listScopeApprovals", { params: {}, query: OPEN_APPROVALS, signal }),
  });
}
