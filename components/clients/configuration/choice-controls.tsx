"use client";

import { useLocale, useTranslations } from "next-intl";
import { bounds, listings } from "@/lib/clients/values";
import { lifetimeInWords } from "@/lib/core/i18n/lifetime-values";
import { type GrantType, grantTypes } from "@/lib/protocol/tokens/values";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { FieldRow } from "../../ui/field";
import { Select } from "../../ui/select";
import { TextInput } from "../../ui/text-input";
import { useProblemWords } from "../use-problem-words";
import { useClientField } from "./client-form-state";
import type { ClientValues } from "./client-values";
import { type ControlProps, useTypedList } from "./text-controls";

/** A lifetime in seconds, with its meaning in words and the usual values one click away. */
export function Lifetime(props: ControlProps<number | null>) {
  const { path, value, onChange, presets = [], ...row } = props;
  const t = useTranslations("clientForm.tokens");
  const locale = useLocale();
  const { min, max } =
    path === "refresh_token_lifetime" ? bounds.refreshTokenLifetime : bounds.accessTokenLifetime;
  return (
    <FieldRow {...row}>
      {(control) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
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
            className="max-w-32 tabular-nums"
          />
          <span className="min-w-40 text-muted">
            {value === null
              ? t("seconds")
              : t("secondsInWords", { words: lifetimeInWords(locale, value) })}
          </span>
          <span className="flex flex-wrap gap-1.5">
            {presets.map((preset) => (
              <Button
                key={preset}
                size="small"
                aria-pressed={preset === value}
                onClick={() => onChange(preset)}
                className="aria-pressed:border-brass aria-pressed:bg-brass-soft aria-pressed:text-brass"
              >
                {lifetimeInWords(locale, preset)}
              </Button>
            ))}
          </span>
        </span>
      )}
    </FieldRow>
  );
}

type Rotation = "none" | "confirm_on_use";

/** Whether a refresh returns a new refresh token. */
export function Rotation({ value, onChange, ...row }: ControlProps<Rotation>) {
  return (
    <Flag
      {...row}
      value={value !== "none"}
      onChange={(rotates) => onChange(rotates ? "confirm_on_use" : "none")}
    />
  );
}

/** A rule that applies or not. */
export function Flag({ label, hint, value, onChange }: ControlProps<boolean>) {
  return (
    <div className="sm:ps-[11rem]">
      <Checkbox
        label={label}
        description={hint}
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  );
}

/** The ways in which a client may get tokens. */
export function Grants({ value, onChange, ...row }: ControlProps<GrantType[]>) {
  const t = useTranslations("clientForm.tokens.grant");
  const toggle = (grant: GrantType, isSelected: boolean) =>
    onChange(grantTypes.filter((other) => (other === grant ? isSelected : value.includes(other))));
  return (
    <FieldRow {...row} isGroup>
      {() =>
        grantTypes.map((grant) => (
          <Checkbox
            key={grant}
            label={t(`${grant}.label`)}
            description={t(`${grant}.description`)}
            checked={value.includes(grant)}
            onChange={({ target }) => toggle(grant, target.checked)}
          />
        ))
      }
    </FieldRow>
  );
}

/** Who can install a client, and which companies can while it is a draft. */
export function Listing({ value, onChange, ...row }: ControlProps<ClientValues["listing"]>) {
  const t = useTranslations("clientForm.listing");
  return (
    <>
      <FieldRow {...row}>
        {(control) => (
          <Select
            {...control}
            value={value}
            options={listings.map((each) => ({ value: each, label: t(each) }))}
            onChange={({ target }) =>
              onChange(listings.find((each) => each === target.value) ?? value)
            }
          />
        )}
      </FieldRow>
      {value === "draft" ? <DraftCompanies /> : null}
    </>
  );
}

// What is not a number stays in the list, so that the API's own check names it.
const idsIn = (text: string) => text.split(/[\s,]+/).flatMap((id) => (id === "" ? [] : Number(id)));

function DraftCompanies() {
  const t = useTranslations("clientForm");
  const problem = useProblemWords();
  const field = useClientField("draft_companies");
  const list = useTypedList(field.value, idsIn, field.onChange);
  return (
    <FieldRow
      label={t("fields.draft_companies")}
      hint={t("hints.draft_companies")}
      error={problem(field.message)}
    >
      {(control) => <TextInput {...control} mono inputMode="numeric" {...list} />}
    </FieldRow>
  );
}
