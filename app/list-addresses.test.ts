import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { parseAuditListQuery } from "@/components/audit/audit-log";
import { toApiQuery as toClientQuery } from "@/components/clients/client-list-query";
import { parseClientListQuery } from "@/components/clients/parse-client-list-query";
import { LIST_PAGE_SIZE, type ListState, toApiQuery } from "@/components/list/list-state";
import { listAudit, listPlatformAudit } from "@/lib/audit/list-audit";
import { listClients } from "@/lib/clients/list-clients";
import { deliveries, listDeliveries } from "@/lib/consent/deliveries/list-deliveries";
import { type CursorKey, type CursorList, cursorAfter } from "@/lib/core/http/cursor-page";
import { parseListState } from "@/lib/core/http/parse-list-state";
import { pageNumber, type SearchParams } from "@/lib/core/http/search-params";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { listClients as listExtensions } from "@/lib/platform/clients/list-clients";
import { listCompanies } from "@/lib/platform/companies/list-companies";
import { listOrganizations } from "@/lib/platform/organizations/list-organizations";
import { listScopes } from "@/lib/platform/scopes/list-scopes";
import { listUsers } from "@/lib/platform/users/list-users";
import { LISTS } from "@/lib/platform/values";
import { listPlatformRequests, listRequests, requests } from "@/lib/requests/log/list-requests";
import { listMembers } from "@/lib/tenants/organizations/members/list-members";
import { mintOrganization } from "@/test/factories/mint";
import { parseRequestState } from "./requests/request-state";

const shell = { kind: "shell" } as const;
let member: Caller;

beforeAll(async () => {
  const { organizationId, owner } = await mintOrganization();
  member = { kind: "user", organizationId, userId: owner.userId, role: "owner" };
});

type ReadPage = (params: SearchParams) => Promise<{ state: ListState }>;

/** How a page reads its address and runs the operation of its list. */
const reading =
  <Query extends z.ZodObject>(
    list: CursorList<CursorKey>,
    query: Query,
    run: (query: z.output<Query>) => Promise<object>,
  ): ReadPage =>
  async (params) => {
    const read = parseListState(query, params, list);
    return { state: read.state, ...(await run(read.query)) };
  };

const caller = shell;
const readCompanies = reading(LISTS.companies, listCompanies.query, (query) =>
  perform(listCompanies, { query, caller }),
);
const readOrganizations = reading(LISTS.organizations, listOrganizations.query, (query) =>
  perform(listOrganizations, { query, caller }),
);
const readPeople = reading(LISTS.users, listUsers.query, (query) =>
  perform(listUsers, { query, caller }),
);
const readExtensions = reading(LISTS.clients, listExtensions.query, (query) =>
  perform(listExtensions, { query, caller }),
);
const readScopes = reading(LISTS.scopes, listScopes.query, (query) =>
  perform(listScopes, { query, caller }),
);
const readDeliveries = reading(deliveries, listDeliveries.query, (query) =>
  perform(listDeliveries, { query, caller }),
);

/** Each page whose list has cursors. */
const cursorPages: [name: string, list: CursorList<CursorKey>, read: ReadPage][] = [
  ["companies", LISTS.companies, readCompanies],
  ["organizations", LISTS.organizations, readOrganizations],
  ["people", LISTS.users, readPeople],
  ["extensions", LISTS.clients, readExtensions],
  ["scopes", LISTS.scopes, readScopes],
  ["deliveries", deliveries, readDeliveries],
  [
    "requests",
    requests,
    async (params) => {
      const { state, query } = parseRequestState(params, null);
      await perform(listRequests, { query, caller: member });
      return { state, ...(await perform(listPlatformRequests, { query, caller: shell })) };
    },
  ],
];

/** Each page whose list has numbers. */
const numberedPages: [name: string, read: (params: SearchParams) => Promise<unknown>][] = [
  [
    "clients",
    (params) =>
      perform(listClients, { query: toClientQuery(parseClientListQuery(params)), caller: member }),
  ],
  [
    "audit log",
    (params) =>
      perform(listAudit, { query: toApiQuery(parseAuditListQuery(params)), caller: member }),
  ],
  [
    "platform audit log",
    (params) => {
      const query = { ...toApiQuery(parseAuditListQuery(params)), client_id: undefined };
      return perform(listPlatformAudit, { query, caller: shell });
    },
  ],
  [
    "members",
    (params) => {
      const query = { page_no: pageNumber(params), page_size: LIST_PAGE_SIZE };
      return perform(listMembers, { query, caller: member });
    },
  ],
];

describe.each(cursorPages)("the page of %s", (_name, list, read) => {
  const { first } = list;
  const own = cursorAfter(list.list, first);
  it.each<[string, string | string[]]>([
    ["that no list gave", "abc"],
    ["with a NUL", "a\0.b"],
    ["with a lone surrogate", "\ud800.\udfff"],
    ["that is huge", "a".repeat(100_000)],
    ["of another list", cursorAfter("another list", first)],
    ["whose key is of another type", cursorAfter(list.list, first === 0 ? "0" : 0)],
    ["with something after it", `${own}.a`],
    ["that is there twice", [own, own]],
  ])("begins at the first page for a cursor %s", async (_what, cursor) => {
    // Other tests add to some of these lists meanwhile, so only what the page asks for is compared.
    expect((await read({ cursor, limit: "1" })).state).toEqual((await read({ limit: "1" })).state);
  });

  it("takes the list's own cursor", async () => {
    expect((await read({ cursor: own })).state).toEqual({ cursor: own });
  });
});

const FOREIGN_TEXTS = [
  ...["abc", "-1", "0", "1e99", "1.5", "0x10", "99999999999999999999", "2147483647", "true"],
  ...["a\0b", "\ud800", "%", "%zz", "'", "\\", " ", "null", "__proto__", "\u0660"],
  "x".repeat(10_000),
  ...["2026-02-30T00:00:00Z", "2026-02-30", "2026-01-01T24:00:00Z", "2026-12-31T23:59:60Z"],
  ...["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+15:59"],
  ...["9999-12-31T23:59:59-15:59", "+275760-09-13T00:00:00Z", "2026-01-01T00:00"],
];

const PARAMETERS = [
  ...["limit", "q", "changed_since", "status", "organization_id", "listing", "kind", "check"],
  ...["denied", "client_id", "company_id", "from", "to", "window", "page", "sort", "tab", "view"],
  ...["type", "tag", "action", "actor", "target", "request_id", "review", "state", "before"],
];

describe.each([...cursorPages.map(([name, , read]) => [name, read] as const), ...numberedPages])(
  "the page of %s",
  (_name, read) => {
    it("shows a list for any value of any parameter, alone or twice", async () => {
      for (const text of FOREIGN_TEXTS) {
        for (const value of [text, [text, text]]) {
          await read(Object.fromEntries(PARAMETERS.map((name) => [name, value])));
        }
      }
      for (const name of ["limit", "page", "from", "to", "changed_since"]) {
        for (const text of FOREIGN_TEXTS) await read({ [name]: text });
      }
    });
  },
);
