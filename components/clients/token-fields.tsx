"use client";

import { useTranslations } from "next-intl";
import { bounds } from "@/lib/clients/field-values";
import { type GrantType, grantTypes } from "@/lib/protocol/tokens/values";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Field, FieldError } from "../ui/field";
import { TextInput } from "../ui/text-input";
import { grantsOf } from "./client-draft";
import { lifetimeInWords } from "./client-words";
import type { FieldsProps } from "./fields-props";
import { useProblemWords } from "./use-problem-words";

const DAY = 86_400;

/** How long tokens live, how they are renewed, and which grants the client uses. */
export function TokenFields(props: FieldsProps) {
  return (
    <div className="grid gap-6">
      <LifetimeFields {...props} />
      <TokenRules {...props} />
      <GrantFields {...props} />
    </div>
  );
}

function LifetimeFields({ draft, errors, onChange }: FieldsProps) {
  const t = useTranslations("clientForm.tokens");
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <LifetimeField
        label={t("access")}
        hint={t("accessHint")}
        value={draft.accessTokenLifetime}
        {...bounds.accessTokenLifetime}
        presets={[900, 3600, DAY]}
        error={errors.accessTokenLifetime}
        onChange={(accessTokenLifetime) => onChange({ accessTokenLifetime })}
      />
      <LifetimeField
        label={t("refresh")}
        hint={t("refreshHint")}
        value={draft.refreshTokenLifetime}
        {...bounds.refreshTokenLifetime}
        presets={[30 * DAY, 90 * DAY, 365 * DAY]}
        error={errors.refreshTokenLifetime}
        onChange={(refreshTokenLifetime) => onChange({ refreshTokenLifetime })}
      />
    </div>
  );
}

function TokenRules({ draft, onChange }: FieldsProps) {
  const t = useTranslations("clientForm.tokens");
  return (
    <div className="grid gap-1">
      <Checkbox
        label={t("rotate")}
        description={t("rotateWhat")}
        checked={draft.rotatesRefreshTokens}
        onChange={(event) => onChange({ rotatesRefreshTokens: event.target.checked })}
      />
      <Checkbox
        label={t("pkce")}
        description={t("pkceWhat")}
        checked={draft.requiresPkce}
        onChange={(event) => onChange({ requiresPkce: event.target.checked })}
      />
    </div>
  );
}

function GrantFields({ draft, errors, onChange }: FieldsProps) {
  const t = useTranslations("clientForm.tokens");
  const problem = useProblemWords();
  const selectedGrants = grantsOf(draft);
  const toggle = (grant: GrantType, isSelected: boolean) =>
    onChange({
      grants: grantTypes.filter((other) =>
        other === grant ? isSelected : selectedGrants.includes(other),
      ),
    });
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{t("grants")}</legend>
      {grantTypes.map((grant) => (
        <Checkbox
          key={grant}
          label={t(`grant.${grant}.label`)}
          description={t(`grant.${grant}.description`)}
          checked={selectedGrants.includes(grant)}
          onChange={(event) => toggle(grant, event.target.checked)}
        />
      ))}
      <FieldError message={problem(errors.grants)} />
    </fieldset>
  );
}

interface LifetimeFieldProps {
  label: string;
  hint: string;
  /** Seconds; null if the field is empty. */
  value: number | null;
  min: number;
  max: number;
  presets: readonly number[];
  error: string | undefined;
  onChange: (seconds: number | null) => void;
}

/** A lifetime in seconds, with its meaning in words and the usual values one click away. */
function LifetimeField(props: LifetimeFieldProps) {
  const { label, hint, value, min, max, presets, error, onChange } = props;
  const t = useTranslations("clientForm.tokens");
  const words = useTranslations("clientWords");
  const problem = useProblemWords();
  return (
    <div className="grid content-start gap-2">
      <Field label={label} hint={hint} error={problem(error)}>
        {(control) => (
          <span className="flex items-center gap-3">
            <TextInput
              {...control}
              type="number"
              min={min}
              max={max}
              step={1}
              value={value ?? ""}
              onChange={({ target }) =>
                onChange(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)
              }
              className="max-w-36 tabular-nums"
            />
            <span className="text-muted">
              {value === null
                ? t("seconds")
                : t("secondsInWords", { words: lifetimeInWords(words, value) })}
            </span>
          </span>
        )}
      </Field>
      <div className="flex flex-wrap gap-1.5">
        {presets.map((preset) => (
          <Button
            key={preset}
            size="small"
            aria-pressed={preset === value}
            onClick={() => onChange(preset)}
            className="aria-pressed:border-brass aria-pressed:bg-brass-soft aria-pressed:text-brass"
          >
            {lifetimeInWords(words, preset)}
          </Button>
        ))}
      </div>
    </div>
  );
}
