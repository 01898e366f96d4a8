import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { readClientList } from "@/app/(console)/organization/[organization_id]/clients/read-client-list";
import { parseAuditListQuery } from "@/components/audit/audit-log";
import { LIST_PAGE_SIZE, type ListState, toApiQuery } from "@/components/list/list-state";
import { listAudit, listPlatformAudit } from "@/lib/audit/read-audit";
import { listClients } from "@/lib/clients/read-clients";
import { deliveries, listDeliveries } from "@/lib/consent/deliveries/deliveries";
import { type CursorKey, type CursorList, cursorAfter } from "@/lib/core/http/cursor-page";
import { parseListState } from "@/lib/core/http/parse-list-state";
import { pageNumber, type SearchParams } from "@/lib/core/http/search-params";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { directoryClients } from "@/lib/platform/clients/clients";
import { companies } from "@/lib/platform/companies/companies";
import { organizations } from "@/lib/platform/organizations/organizations";
import { scopes } from "@/lib/platform/scopes/scopes";
import { users } from "@/lib/platform/users/users";
import { listPlatformRequests, listRequests, requests } from "@/lib/requests/log/list-requests";
import { listMembers } from "@/lib/tenants/organizations/members/members";
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
const readCompanies = reading(companies.cursors, companies.list.query, (query) =>
  perform(companies.list, { query, caller }),
);
const readOrganizations = reading(organizations.cursors, organizations.list.query, (query) =>
  perform(organizations.list, { query, caller }),
);
const readPeople = reading(users.cursors, users.list.query, (query) =>
  perform(users.list, { query, caller }),
);
const readExtensions = reading(directoryClients.cursors, directoryClients.list.query, (query) =>
  perform(directoryClients.list, { query, caller }),
);
const readScopes = reading(scopes.cursors, scopes.list.query, (query) =>
  perform(scopes.list, { query, caller }),
);
const readDeliveries = reading(deliveries, listDeliveries.query, (query) =>
  perform(listDeliveries, { query, caller }),
);

/** Each page whose list has cursors. */
const cursorPages: [name: string, list: CursorList<CursorKey>, read: ReadPage][] = [
  ["companies", companies.cursors, readCompanies],
  ["organizations", organizations.cursors, readOrganizations],
  ["people", users.cursors, readPeople],
  ["extensions", directoryClients.cursors, readExtensions],
  ["scopes", scopes.cursors, readScopes],
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
    (params) => perform(listClients, { query: readClientList(params).query, caller: member }),
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
