import { z } from "zod";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { json } from "@/lib/operation/returns";
import { directoryClients } from "@/lib/platform/clients/clients";
import { companies } from "@/lib/platform/companies/companies";
import { organizations } from "@/lib/platform/organizations/organizations";
import { directoryKinds, MAX_FOUND } from "@/lib/platform/search/values";
import { users } from "@/lib/platform/users/users";
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
  request: {
    route: `GET ${CONSOLE}/search`,
    query: z.object({
      q: plainLine(1, 120).meta({ description: "Text in a name or an id.", example: "ship" }),
    }),
  },
  access: platform("overview:read"),
  summary: "Search extensions, organizations, companies, and people",
  description: `Returns up to ${MAX_FOUND} of each kind whose name or id contains the text, for operators in the console.`,
  tag: OPERATORS_TAG,
  returns: json(
    z
      .looseObject({ items: z.array(foundSchema).meta({ description: "By kind." }) })
      .meta({ id: "DirectoryMatches" }),
    "What was found.",
  ),
  async run({ query: { q }, caller }) {
    const part = { query: { q, limit: MAX_FOUND }, caller };
    const [foundClients, foundOrganizations, foundCompanies, foundPeople] = await Promise.all([
      perform(directoryClients.list, part),
      perform(organizations.list, part),
      perform(companies.list, part),
      perform(users.list, part),
    ]);
    return {
      body: {
        items: [
          ...foundClients.body.items.map(({ client_id: id, name }) => ({
            kind: "extension" as const,
            id,
            name,
          })),
          ...foundOrganizations.body.items.map(({ organization_id: id, name }) => ({
            kind: "organization" as const,
            id,
            name,
          })),
          ...foundCompanies.body.items.map(({ company_id: id, name }) => ({
            kind: "company" as const,
            id: String(id),
            name,
          })),
          ...foundPeople.body.items.map((person) => ({
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
