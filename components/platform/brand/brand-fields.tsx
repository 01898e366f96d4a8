import { useTranslations } from "next-intl";
import type { FieldProblem } from "@/lib/api/client/api-error";
import { parsePublicLink } from "@/lib/core/addresses/registered-url";
import { DEFAULT_BRAND } from "@/lib/core/brand/values";
import type { PutBrandInput } from "@/lib/platform/brand/schemas";
import { Field } from "../../ui/field";
import { inEnglish } from "../../ui/in-english";
import { TextInput } from "../../ui/text-input";

const COLOR = /^#[0-9a-f]{6}$/i;
/** The default accent colour, for the colour picker of a brand that has none. */
const DEFAULT_COLOR = "#14513f";

/** The content of the form, as typed; empty for the default. */
export type BrandDraft = Record<keyof PutBrandInput, string>;

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
      <TextField {...props} isLink name="support_url" example="https://example.com/help" />
      <TextField {...props} isLink name="terms_url" example="https://example.com/terms" />
      <TextField {...props} isLink name="privacy_url" example="https://example.com/privacy" />
    </>
  );
}

/** Whether the API accepts a text as a colour. */
export function isColor(text: string): boolean {
  return COLOR.test(text);
}

interface TextFieldProps extends BrandFieldsProps {
  name: keyof BrandDraft;
  example: string;
  /** True for the address of a page. */
  isLink?: boolean;
}

function TextField(props: TextFieldProps) {
  const { draft, name, example, isLink = false, onChange } = props;
  const t = useTranslations("brand.fields");
  const problems = useTranslations("clientForm.addressProblems");
  const error = errorOf(props, name);
  const { fault } = error && isLink ? parsePublicLink(draft[name].trim()) : { fault: undefined };
  const words = ({ code, ...values }: NonNullable<typeof fault>) => problems(code, values);
  return (
    <Field label={t(name)} optional error={fault ? words(fault) : error}>
      {(control) => (
        <TextInput
          {...control}
          mono={isLink}
          inputMode={isLink ? "url" : "text"}
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
