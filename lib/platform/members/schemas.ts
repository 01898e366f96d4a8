import { z } from "zod";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { personFields, personProperties, sourceSchema } from "@/lib/platform/users/schemas";

/** What differs between the members of companies and of organizations. */
export interface MemberFormat<Id extends z.ZodRawShape, Role extends string> {
  /** Name in the ids of schemas. */
  kind: "Company" | "Organization";
  /** The property with the id of the company or organization. */
  id: Id;
  roles: readonly [Role, ...Role[]];
  /** The description of the property `role`. */
  role: string;
  example: Role;
}

/** The schemas of the members of companies or organizations. Omitted fields of a PUT stay the same. */
export function memberSchemas<Id extends z.ZodRawShape, Role extends string>(
  format: MemberFormat<Id, Role>,
) {
  const { kind, id, roles, role: description, example } = format;
  const role = z.enum(roles, `must be one of ${roles.join(", ")}`);
  const schema = z
    .looseObject({
      ...id,
      ...personProperties,
      role: role.meta({ description, example }),
      source: sourceSchema,
      created_at: timestamp("When the membership was stored."),
    })
    .meta({ id: `Directory${kind}Member` });
  const fields = z
    .strictObject({
      ...personFields,
      role: role.optional().meta({
        description: `${description} Required to create a membership.`,
        example,
      }),
    })
    .meta({ id: `PutDirectory${kind}Member` });
  return { schema, fields };
}
