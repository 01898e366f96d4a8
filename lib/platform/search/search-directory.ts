import { z } from "zod";
import { text } from "@/lib/core/schemas/described";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { json } from "@/lib/operation/returns";
import { directoryClients } from "@/lib/platform/clients/clients";
import { companies } from "@/lib/platform/companies/companies";
import { organizations } from "@/lib/platform/organizations/organizations";
import { type DirectoryKind, directoryKinds, MAX_FOUND } from "@/lib/platform/search/values";
import type { UserResponse } from "@/lib/platform/users/schemas";
import { users } from "@/lib/platform/users/users";
import { CONSOLE, OPERATORS_TAG } from "@/lib/platform/values";

const foundSchema = z
  .looseObject({
    kind: z.enum(directoryKinds).meta({ description: "What was found." }),
    id: text("Its id.", "6740f1c2a9d34e0b7c51f1aa"),
    name: text("Its name.", "Shipfast"),
  })
  .meta({ id: "DirectoryMatch" });

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
          ...foundClients.body.items.map((each) => match("extension", each.client_id, each.name)),
          ...foundOrganizations.body.items.map((each) =>
            match("organization", each.organization_id, each.name),
          ),
          ...foundCompanies.body.items.map((each) => match("company", each.company_id, each.name)),
          ...foundPeople.body.items.map((each) => match("person", each.user_id, nameOf(each))),
        ],
      },
    };
  },
});

function match(kind: DirectoryKind, id: string | number, name: string) {
  return { kind, id: String(id), name };
}

function nameOf(person: UserResponse): string {
  return `${person.first_name} ${person.last_name}`.trim() || (person.email ?? person.user_id);
}
