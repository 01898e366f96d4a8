import { useTranslations } from "next-intl";
import type { FieldProblem } from "@/lib/api/client/api-error";
import { parsePublicLink } from "@/lib/core/addresses/registered-url";
import { DEFAULT_BRAND } from "@/lib/core/brand/values";
import { Field } from "../../ui/field";
import { inEnglish } from "../../ui/in-english";
import { TextInput } from "../../ui/text-input";
import type { BrandDraft } from "./brand-draft";

const COLOR = /^#[0-9a-f]{6}$/i;
/** The default accent colour, for the colour picker of a brand that has none. */
const DEFAULT_COLOR = "#14513f";

export interface BrandFieldsProps {
  draft: BrandDraft;
  /** Fields that the last save rejected. */
  problems: readonly FieldProblem[];
  onChange: (part: Partial<BrandDraft>) => void;
}

/** The fields of a brand's name, colour and links. */
export function BrandFields(props: BrandFieldsProps) {
  const { draft, onChange } = props;
  const t = useTranslations("brand.fields");
  return (
    <>
      <TextField {...props} name="product_name" example={DEFAULT_BRAND.productName} />
      <Field
        label={t("accent_color")}
        hint={t("accentHint")}
        optional
        error={errorOf(props, "accent_color")}
      >
        {(control) => (
          <span className="flex gap-2">
            <input
              type="color"
              aria-label={t("pickColor")}
              value={isColor(draft.accent_color) ? draft.accent_color : DEFAULT_COLOR}
              onChange={(event) => onChange({ accent_color: event.target.value })}
              className="h-10 w-14 shrink-0 rounded border border-border bg-surface p-1"
            />
            <TextInput
              {...control}
              mono
              maxLength={7}
              placeholder={DEFAULT_COLOR}
              value={draft.accent_color}
              onChange={(event) => onChange({ accent_color: event.target.value })}
            />
          </span>
        )}
      </Field>
      <TextField {...props} name="support_email" example="support@example.com" />
      <LinkField {...props} name="support_url" example="https://example.com/help" />
      <LinkField {...props} name="terms_url" example="https://example.com/terms" />
      <LinkField {...props} name="privacy_url" example="https://example.com/privacy" />
    </>
  );
}

/** Whether the API accepts a text as a colour. */
export function isColor(text: string): boolean {
  return COLOR.test(text);
}

type OneField = BrandFieldsProps & { name: keyof BrandDraft; example: string };

function TextField(props: OneField) {
  const { draft, name, example, onChange } = props;
  const t = useTranslations("brand.fields");
  return (
    <Field label={t(name)} optional error={errorOf(props, name)}>
      {(control) => (
        <TextInput
          {...control}
          placeholder={example}
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
}

function LinkField(props: OneField) {
  const { draft, name, example, onChange } = props;
  const t = useTranslations("brand.fields");
  const problems = useTranslations("clientForm.addressProblems");
  const error = errorOf(props, name);
  const { fault } = error ? parsePublicLink(draft[name].trim()) : { fault: undefined };
  const words = ({ code, ...values }: NonNullable<typeof fault>) => problems(code, values);
  return (
    <Field label={t(name)} optional error={fault ? words(fault) : error}>
      {(control) => (
        <TextInput
          {...control}
          mono
          inputMode="url"
          placeholder={example}
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
}

function errorOf({ problems }: BrandFieldsProps, name: keyof BrandDraft) {
  const problem = problems.find(({ path }) => path === name);
  return inEnglish(problem?.message);
}
