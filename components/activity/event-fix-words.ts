import type { useTranslations } from "next-intl";
import { type Fix, fixSchema } from "@/lib/kernel/diagnosis/fix-schemas";
import type { ClientEvent } from "@/lib/oauth/events/schemas";

type FixTranslator = ReturnType<typeof useTranslations<"events.fixes">>;

/** What to do about a refusal, in the reader's language. */
export interface FixWords {
  text: string;
  /** The API's own words, in English: those of a fix that these pages do not know. */
  isEnglish: boolean;
}

/** Says a fix in the reader's language. */
export function fixWords(
  t: FixTranslator,
  { text, ...fix }: NonNullable<ClientEvent["fix"]>,
): FixWords {
  const known = fixSchema.safeParse(fix);
  return known.success
    ? { text: sentenceOf(t, known.data), isEnglish: false }
    : { text, isEnglish: true };
}

function sentenceOf(t: FixTranslator, fix: Fix): string {
  switch (fix.kind) {
    case "register_redirect_url":
      return t(fix.kind, { url: fix.url });
    case "register_scopes":
      return fix.scopes.length > 0
        ? t(fix.kind, { scopes: fix.scopes.join(", ") })
        : t("register_needed_scopes");
    case "request_scopes":
      return t(fix.kind, { scopes: fix.scopes.join(", ") });
    case "register_grant":
      return t(fix.kind, { grant: fix.grant });
    case "set_parameter":
      return fix.value === null
        ? t("set_parameter_validly", { name: fix.name })
        : t(fix.kind, { name: fix.name, value: fix.value });
    case "remove_parameter":
    case "send_parameter_once":
    case "move_parameter_to_body":
      return t(fix.kind, { name: fix.name });
    case "set_content_type":
      return t(fix.kind, { value: fix.value });
    case "use_other_company":
      return fix.company_id === null
        ? t("use_intended_company")
        : t(fix.kind, { id: fix.company_id });
    case "use_other_organization":
      return fix.organization_id === null
        ? t("use_intended_organization")
        : t(fix.kind, { id: fix.organization_id });
    case "exchange_within":
    case "wait":
      return t(fix.kind, { seconds: fix.seconds });
    default:
      return t(fix.kind);
  }
}
