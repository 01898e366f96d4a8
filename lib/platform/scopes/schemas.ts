import { z } from "zod";
import { bool, oneOf, text } from "@/lib/core/schemas/described";
import { cursorQuery, searchQuery } from "@/lib/core/schemas/page-schemas";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { isScopeName } from "@/lib/protocol/scopes/scope-name";

const MAX_TITLE = 120;
const MAX_SENTENCE = 500;
const MAX_GROUP = 60;

/** What a scope lets an extension do, on the wire. */
const scopeAccesses = ["read", "change", "delete"] as const;
const risks = ["low", "medium", "high"] as const;

/** The name of a scope in a path. */
export const scopeNameSchema = z.string().refine(isScopeName, "must be the name of a scope");

const texts = {
  title: plainLine(1, MAX_TITLE).meta({
    description: "Title. Required to create a scope.",
    example: "Gift cards: view",
  }),
  sentence: plainLine(1, MAX_SENTENCE).meta({
    description:
      "What an extension can do with it, in a plain sentence for sellers. Required to create a scope.",
    example: "See gift cards and their balances.",
  }),
  group: plainLine(1, MAX_GROUP).meta({
    description: "The business object it belongs to. Required to create a scope.",
    example: "Gift cards",
  }),
};

const fields = {
  ...texts,
  access: oneOf(scopeAccesses).meta({
    description: "What it allows. Required to create a scope.",
    example: "read",
  }),
  risk: oneOf(risks).meta({ description: "How much harm a misuse could do.", example: "medium" }),
  restricted: bool(
    "Whether a client gets it only with an operator's approval. Clients that already have it keep it until an approval is denied.",
    false,
  ),
  deprecated: bool(
    "Whether no client gets it any more. Clients that have it keep it, and an import can still add it.",
    false,
  ),
};

const TRANSLATIONS = {
  de: { title: "Gutscheine: sehen", sentence: "Gutscheine und Guthaben sehen." },
};
const MAX_LANGUAGES = 200;
const languageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language tag, such as de");
const translationsSchema = z
  .preprocess(
    // Counts them first, because to check each takes time.
    (sent, context) => {
      if (typeof sent === "object" && sent !== null && Object.keys(sent).length > MAX_LANGUAGES)
        context.addIssue(`must have at most ${MAX_LANGUAGES} entries`);
      return sent;
    },
    z.record(languageTag, z.strictObject(texts).partial()).meta({ maxProperties: MAX_LANGUAGES }),
  )
  .meta({
    description: "The texts in other languages, by language tag. Replaces all translations.",
    example: TRANSLATIONS,
  });

/** Fields of a scope; omitted ones stay the same. */
export const scopeFieldsSchema = z
  .strictObject({ ...fields, translations: translationsSchema })
  .partial()
  .meta({ id: "PutDirectoryScope" });

export type ScopeFields = z.output<typeof scopeFieldsSchema>;

export const directoryScopeSchema = z
  .looseObject({
    name: text("The scope.", "company/giftcards/read"),
    ...fields,
    translations: z.record(z.string(), z.record(z.string(), z.string())).meta({
      description: "The platform's texts in other languages, by language tag.",
      example: TRANSLATIONS,
    }),
  })
  .meta({ id: "DirectoryScope" });

export type DirectoryScope = z.output<typeof directoryScopeSchema>;

export const listScopesQuerySchema = z.object({
  ...cursorQuery,
  q: searchQuery("the name or a text"),
});

export type ListScopesQuery = z.output<typeof listScopesQuerySchema>;
