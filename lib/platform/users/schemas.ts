import { z } from "zod";
import { operatorRoles } from "@/lib/core/permissions/platform-permissions";
import { bool, oneOf, text, textOrNull } from "@/lib/core/schemas/described";
import { changedSinceQuery, cursorQuery, searchQuery } from "@/lib/core/schemas/page-schemas";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

const MAX_NAME = 120;
// As long as the address of an ID token may be.
const MAX_LENGTH = 254;

/** An email address, in lower case. */
const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
  .pipe(z.email("must be an email address"));

const personFields = {
  email: emailSchema.nullable().optional().meta({
    description:
      "Email address; null for none. Several people may have the same, but not that of an account with a password.",
    example: "asha@example.com",
  }),
  first_name: plainLine(0, MAX_NAME).optional().meta({
    description: "First name.",
    example: "Asha",
  }),
  last_name: plainLine(0, MAX_NAME).optional().meta({ description: "Last name.", example: "Rao" }),
};

const personProperties = {
  user_id: text("Our id.", "6740f1c2a9d34e0b7c51f201"),
  external_id: textOrNull(
    "The platform's id of the person; null for an account that only exists here.",
    "seller-4711",
  ),
  email: textOrNull("Email address; null if unknown.", "asha@example.com"),
  first_name: text("First name.", "Asha"),
  last_name: text("Last name.", "Rao"),
};

export const sourceSchema = z.enum(["local", "directory", "claims"]).meta({
  description:
    "Where the membership came from: this service, the directory, or an ID token's claims.",
  example: "directory",
});

const statuses = ["active", "deactivated"] as const;

const statusSchema = oneOf(statuses).meta({
  description:
    "A deactivated person has no access: their sessions and online tokens end at once, and they cannot sign in.",
  example: "active",
});

/** Fields of a person; omitted ones stay the same. */
export const userFieldsSchema = z
  .strictObject({ ...personFields, status: statusSchema.optional() })
  .meta({ id: "PutDirectoryUser" });

export type UserFields = z.output<typeof userFieldsSchema>;

export const userSchema = z
  .looseObject({
    ...personProperties,
    email_verified: bool(
      "Whether a mailed link, or the provider's `email_verified`, has proved the address. False again once the address changes.",
      false,
    ),
    status: statusSchema,
    has_password: bool("Whether the person can sign in here with a password.", false),
    operator_role: z.enum(operatorRoles).nullable().meta({
      description: "Role in the platform's staff; null for everyone else.",
      example: null,
    }),
    created_at: timestamp("When the person was stored."),
    updated_at: timestamp("When any of this last changed."),
  })
  .meta({ id: "DirectoryUser" });

export type UserResponse = z.output<typeof userSchema>;

export const listUsersQuerySchema = z.object({
  ...cursorQuery,
  changed_since: changedSinceQuery,
  q: searchQuery("name, email address or id"),
  status: statusSchema.optional().meta({ description: "Only people with this status." }),
  memberships: z.literal("none", "must be none").optional().meta({
    description:
      "`none`: only people who have a platform's id but no membership and no role as an operator, such as those who signed in at the provider before the directory knew them.",
  }),
});

export type ListUsersQuery = z.output<typeof listUsersQuerySchema>;

const ERASE_MESSAGE =
  "must be true to erase the person for good. To end access only, PUT the status deactivated instead";

export const eraseUserQuerySchema = z.object({
  erase: z.literal("true", ERASE_MESSAGE).meta({
    description:
      "Must be `true`, because an erasure is final. To end a person's access only, PUT the status `deactivated`.",
    example: "true",
  }),
});

export const erasedUserSchema = z
  .looseObject({
    user_id: text("Our id, which remains in histories and receipts.", "6740f1c2a9d34e0b7c51f201"),
    erased: z.literal(true).meta({ description: "The personal data is gone." }),
  })
  .meta({ id: "ErasedUser" });

/** What differs between the members of companies and of organizations. */
interface MemberFormat<Id extends z.ZodRawShape, Role extends string> {
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
  const role = oneOf(roles);
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
