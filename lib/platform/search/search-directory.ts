import { z } from "zod";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { json } from "@/lib/operation/returns";
import { listClients } from "@/lib/platform/clients/list-clients";
import { listCompanies } from "@/lib/platform/companies/list-companies";
import { listOrganizations } from "@/lib/platform/organizations/list-organizations";
import { directoryKinds, MAX_FOUND } from "@/lib/platform/search/values";
import { listUsers } from "@/lib/platform/users/list-users";
import { CONSOLE, OPERATORS_TAG } from "@/lib/platform/values";

const foundSchema = z
  .looseObject({
    kind: z.enum(directoryKinds).meta({ description: "What was found." }),
    id: z.string().meta({ description: "Its id.", example: "6740f1c2a9d34e0b7c51f1aa" }),
    name: z.string().meta({ description: "Its name.", example: "Shipfast" }),
  })
  .meta({ id: "DirectoryMatch" });

/**
 * Searches everything that an operator administers.
 * @throws ServiceError forbidden for everyone but operators and support
 */
export const searchDirectory = operation({
  id: "searchDirectory",
  route: `GET ${CONSOLE}/search`,
  access: platform("overview:read"),
  summary: "Search extensions, organizations, companies, and people",
  description: `Returns up to ${MAX_FOUND} of each kind whose name or id contains the text, for operators in the console.`,
  tag: OPERATORS_TAG,
  query: z.object({
    q: plainLine(1, 120).meta({ description: "Text in a name or an id.", example: "ship" }),
  }),
  returns: json(
    z
      .looseObject({ items: z.array(foundSchema).meta({ description: "By kind." }) })
      .meta({ id: "DirectoryMatches" }),
    "What was found.",
  ),
  async run({ query: { q }, caller }) {
    const part = { query: { q, limit: MAX_FOUND }, caller };
    const [clients, organizations, companies, people] = await Promise.all([
      perform(listClients, part),
      perform(listOrganizations, part),
      perform(listCompanies, part),
      perform(listUsers, part),
    ]);
    return {
      body: {
        items: [
          ...clients.body.items.map(({ client_id: id, name }) => ({
            kind: "extension" as const,
            id,
            name,
          })),
          ...organizations.body.items.map(({ organization_id: id, name }) => ({
            kind: "organization" as const,
            id,
            name,
          })),
          ...companies.body.items.map(({ company_id: id, name }) => ({
            kind: "company" as const,
            id: String(id),
            name,
          })),
          ...people.body.items.map((person) => ({
            kind: "person" as const,
            id: person.user_id,
            name:
              `${person.first_name} ${person.last_name}`.trim() || (person.email ?? person.user_id),
          })),
        ],
      },
    };
  },
});
