import { z } from "zod";
import { boundedRecord } from "@/lib/core/schemas/bounded-record";
import { cursorQuery, searchQuery } from "@/lib/core/schemas/page-schemas";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { isScopeName } from "@/lib/protocol/scopes/scope-name";

const MAX_TITLE = 120;
const MAX_SENTENCE = 500;
const MAX_GROUP = 60;

/** What a scope lets an extension do, on the wire. */
export const scopeAccesses = ["read", "change", "delete"] as const;
const risks = ["low", "medium", "high"] as const;

/** The name of a scope in a path. */
export const scopeNameSchema = z.string().refine(isScopeName, "must be the name of a scope");

const titleSchema = plainLine(1, MAX_TITLE).meta({
  description: "Title. Required to create a scope.",
  example: "Gift cards: view",
});
const sentenceSchema = plainLine(1, MAX_SENTENCE).meta({
  description:
    "What an extension can do with it, in a plain sentence for sellers. Required to create a scope.",
  example: "See gift cards and their balances.",
});
const groupSchema = plainLine(1, MAX_GROUP).meta({
  description: "The business object it belongs to. Required to create a scope.",
  example: "Gift cards",
});
const accessSchema = z
  .enum(scopeAccesses, `must be one of ${scopeAccesses.join(", ")}`)
  .meta({ description: "What it allows. Required to create a scope.", example: "read" });
const riskSchema = z.enum(risks, `must be one of ${risks.join(", ")}`).meta({
  description: "How much harm a misuse could do.",
  example: "medium",
});
const restrictedSchema = z.boolean().meta({
  description:
    "Whether a client gets it only with an operator's approval. Clients that already have it keep it until an approval is denied.",
  example: false,
});
const deprecatedSchema = z.boolean().meta({
  description:
    "Whether no client gets it any more. Clients that have it keep it, and an import can still add it.",
  example: false,
});
const MAX_LANGUAGES = 200;
const translationsSchema = boundedRecord(
  z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language tag, such as de"),
  z.strictObject({
    title: titleSchema.optional(),
    sentence: sentenceSchema.optional(),
    group: groupSchema.optional(),
  }),
  MAX_LANGUAGES,
).meta({
  description: "The texts in other languages, by language tag. Replaces all translations.",
  example: { de: { title: "Gutscheine: sehen", sentence: "Gutscheine und Guthaben sehen." } },
});

/** Fields of a scope; omitted ones stay the same. */
export const scopeFieldsSchema = z
  .strictObject({
    title: titleSchema.optional(),
    sentence: sentenceSchema.optional(),
    group: groupSchema.optional(),
    access: accessSchema.optional(),
    risk: riskSchema.optional(),
    restricted: restrictedSchema.optional(),
    deprecated: deprecatedSchema.optional(),
    translations: translationsSchema.optional(),
  })
  .meta({ id: "PutDirectoryScope" });

/** Fields of a scope, parsed. */
export type ScopeFields = z.output<typeof scopeFieldsSchema>;

export const directoryScopeSchema = z
  .looseObject({
    name: z.string().meta({ description: "The scope.", example: "company/giftcards/read" }),
    title: titleSchema,
    sentence: sentenceSchema,
    group: groupSchema,
    access: accessSchema,
    risk: riskSchema,
    restricted: restrictedSchema,
    deprecated: deprecatedSchema,
    translations: z.record(z.string(), z.record(z.string(), z.string())).meta({
      description: "The platform's texts in other languages, by language tag.",
      example: { de: { title: "Gutscheine: sehen", sentence: "Gutscheine und Guthaben sehen." } },
    }),
  })
  .meta({ id: "DirectoryScope" });

export type DirectoryScope = z.output<typeof directoryScopeSchema>;

export const listScopesQuerySchema = z.object({
  ...cursorQuery,
  q: searchQuery("the name or a text"),
});

/** Query of the list, parsed. */
export type ListScopesQuery = z.output<typeof listScopesQuerySchema>;
