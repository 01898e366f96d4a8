import type { CallReaders } from "@/bench/calls/seed-owners";
import type { Page } from "@/bench/sizes/page";

const MANAGEMENT = "/service/partner/authorization/v1.0/organization";
const PANEL = "/service/panel/authentication/v1.0/company";

/** A request id of a call that many days ago, which does not exist. */
export function unknownRequestId(days: number): string {
  const second = Math.floor(Date.now() / 1000) - days * 86_400;
  return second.toString(16).padStart(8, "0") + "0".repeat(16);
}

export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

/** Everything that shows the API log, or figures that come from it. */
export function callPages(readers: CallReaders): Page[] {
  const { organizationId, clientId, companyId, member, seller, operator } = readers;
  const organization = `/organization/${organizationId}`;
  const client = `${organization}/clients/${clientId}`;
  const company = `/company/${companyId}`;
  const extension = `${company}/extensions/${clientId}`;
  const clientApi = `${MANAGEMENT}/${organizationId}/oauth/client/${clientId}/calls`;
  const organizationApi = `${MANAGEMENT}/${organizationId}/calls`;
  const companyApi = `${PANEL}/${companyId}/calls`;
  const page = (cookie: string) => (name: string, path: string) => {
    return { name, path, cookie };
  };
  const file = (cookie: string, name: string, path: string) => {
    return { name, path, cookie, isFile: true };
  };
  const ofMember = page(member);
  const ofSeller = page(seller);
  return [
    ofMember("page: requests of a client", `${client}/requests`),
    ofMember("page: requests of a client, none match", `${client}/requests?q=no-such-path`),
    ofMember("page: requests of the organization", `${organization}/requests`),
    ofMember(
      "page: requests of the organization, none match",
      `${organization}/requests?q=no-such-path`,
    ),
    ofMember("page: overview of the organization", organization),
    ofMember("page: overview of a client", client),
    ofMember("page: configuration of a client", `${client}/configuration`),
    ofMember("page: companies of a client", `${client}/companies`),
    ofSeller("page: what an extension did", `${extension}/diary`),
    ofSeller("page: an extension", extension),
    ofSeller("page: extensions of a company", `${company}/extensions`),
    page(operator)("page: overview of the installation", "/platform"),
    page(operator)("page: requests of the installation", "/platform/requests"),
    ofMember("API: calls of a client", clientApi),
    ofMember("API: 200 calls, three days ago", `${clientApi}?limit=200&to=${daysAgo(3)}`),
    ofMember("API: calls of a client, none match", `${clientApi}?status=5xx`),
    ofMember("API: a request id", `${clientApi}?request_id=${unknownRequestId(2)}`),
    ofMember("API: calls of the organization", organizationApi),
    ofMember("API: calls of the organization, none match", `${organizationApi}?status=5xx`),
    ofSeller("API: calls for a company", companyApi),
    ofSeller("API: calls for a company by one client", `${companyApi}?client_id=${clientId}`),
    ofSeller("API: calls for a company, none match", `${companyApi}?status=5xx`),
    file(member, "export of a client: first calls", `${clientApi}/export`),
    file(member, "export of the organization: first calls", `${organizationApi}/export`),
    file(seller, "export of a company: first calls", `${companyApi}/export`),
  ];
}
