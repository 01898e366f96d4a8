import type { Choice } from "@/components/docs/docs-address";
import type { NamedClient } from "@/components/docs/operation-reference";
import { listClientsQuerySchema } from "@/lib/clients/query-schemas";
import { listClients } from "@/lib/clients/read-clients";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { listOrganizationMemberships } from "@/lib/identity/sessions/list-organization-memberships";
import type { Caller } from "@/lib/operation/access/caller";
import { findOrganizationMembership } from "@/lib/operation/access/find-organization-membership";
import { perform } from "@/lib/operation/perform";

/** More would make pages larger than the reference may have. */
const MAX_CLIENTS = "25";

/** The reader of the reference: a member of an organization, or anyone. */
export interface Reader {
  /** Whose frame the reference is in, and whose id examples have; null for anyone. */
  organizationId: string | null;
  clients: readonly NamedClient[];
  choice: Choice;
  ids: Choice;
}

const ANYONE: Reader = { organizationId: null, clients: [], choice: {}, ids: {} };

/** The organization and the client that a member reads the reference for; other people's choices count for nothing. */
export async function readChoice(search: SearchParams): Promise<Reader> {
  const session = await currentSession();
  if (!session) return ANYONE;
  const { userId } = session;
  const all = await perform(listOrganizationMemberships, { caller: { session } });
  const named = all.find(({ id }) => id === firstValue(search, "organization_id"));
  const organizationId = (named ?? all[0])?.id;
  const membership = organizationId
    ? await findOrganizationMembership(organizationId, session)
    : null;
  if (!organizationId || !membership || membership.lacksSecondFactor) return ANYONE;
  const caller = { kind: "user", organizationId, userId, role: membership.role } as const;
  const clientId = firstValue(search, "client_id");
  const isChosen = ({ id }: NamedClient) => id === clientId;
  const first = await findClients(caller);
  const chosen =
    first.find(isChosen) ?? (clientId && (await findClients(caller, clientId)).find(isChosen));
  return {
    organizationId,
    clients: chosen && !first.includes(chosen) ? [chosen, ...first] : first,
    choice: {
      // People with one organization have shorter links.
      ...((organizationId !== all[0]?.id || chosen) && { organization_id: organizationId }),
      ...(chosen && { client_id: chosen.id }),
    },
    ids: { organization_id: organizationId, ...(chosen && { client_id: chosen.id }) },
  };
}

/** By name: the first of them, or those that match; none for a text that cannot be searched for. */
async function findClients(caller: Caller, q?: string): Promise<NamedClient[]> {
  const search = { sort: "name", page_size: MAX_CLIENTS, ...(q && { q }) };
  const { success, data } = listClientsQuerySchema.safeParse(search);
  if (!success) return [];
  const { body } = await perform(listClients, { caller, query: data });
  return body.items.map(({ client_id, meta }) => ({ id: client_id, name: meta.name }));
}
