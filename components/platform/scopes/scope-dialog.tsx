"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { DirectoryScope } from "@/lib/platform/scopes/schemas";
import { Checkbox } from "../../ui/checkbox";
import { Disclosure } from "../../ui/disclosure";
import { Field } from "../../ui/field";
import { Select } from "../../ui/select";
import { TextInput } from "../../ui/text-input";
import { ActionDialog, DraftField } from "../action-dialog";
import type { OpenDialog } from "../row-actions";

export interface ScopeDialogProps extends OpenDialog {
  /** The scope as it is; null for a new one. */
  before: DirectoryScope | null;
  /** Languages of pages other than English, whose texts can be edited. */
  languages: readonly string[];
}

const FIELDS = [
  "title",
  "sentence",
  "group",
  "access",
  "risk",
  "restricted",
  "deprecated",
] as const;

type Draft = Pick<DirectoryScope, (typeof FIELDS)[number] | "translations">;
type Texts = Record<string, string>;

const ACCESSES = ["read", "change", "delete"] as const;
const RISKS = ["low", "medium", "high"] as const;
const TEXTS = ["title", "sentence", "group"] as const;
const LENGTHS = { title: 120, sentence: 500, group: 60 };

const NEW: Draft = {
  title: "",
  sentence: "",
  group: "",
  access: "read",
  risk: "medium",
  restricted: false,
  deprecated: false,
  translations: {},
};

/** What sellers read about a scope, and who gets it. Sends only what was changed. */
export function ScopeDialog({ before, languages, close, done }: ScopeDialogProps) {
  const t = useTranslations("platform.scopes");
  const locale = useLocale();
  const [name, setName] = useState("");
  const [draft, setDraft] = useState<Draft>(before ?? NEW);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const changes = changesOf(before, draft);
  const translate = (language: string, text: Texts) =>
    set({ translations: { ...draft.translations, [language]: text } });
  return (
    <ActionDialog
      title={before ? t("edit.title", { name: before.name }) : t("create")}
      submit={t(before ? "edit.submit" : "createSubmit")}
      disabled={Object.keys(changes).length === 0}
      onClose={close}
      onSubmit={async () => {
        const params = { name: before?.name ?? name.trim() };
        await call("putDirectoryScope", { params, body: changes });
        done();
      }}
    >
      {before ? null : (
        <DraftField
          label={t("table.name")}
          hint={t("nameHint")}
          mono
          maxLength={120}
          value={name}
          onChange={setName}
        />
      )}
      {TEXTS.map((field) => (
        <DraftField
          key={field}
          label={t(`texts.${field}`)}
          hint={t(`hints.${field}`)}
          maxLength={LENGTHS[field]}
          value={draft[field]}
          onChange={(text) => set({ [field]: text })}
        />
      ))}
      <div className="grid gap-5 sm:grid-cols-2">
        <Choice
          label={t("table.access")}
          values={ACCESSES}
          value={draft.access}
          labelOf={(value) => t(`access.${value}`)}
          onChange={(access) => set({ access })}
        />
        <Choice
          label={t("table.risk")}
          values={RISKS}
          value={draft.risk}
          labelOf={(value) => t(`risk.${value}`)}
          onChange={(risk) => set({ risk })}
        />
      </div>
      <Checkbox
        label={t("restricted")}
        description={t("restrictedWhat")}
        checked={draft.restricted}
        onChange={(event) => set({ restricted: event.target.checked })}
      />
      <Checkbox
        label={t("deprecated")}
        description={t("deprecatedWhat")}
        checked={draft.deprecated}
        onChange={(event) => set({ deprecated: event.target.checked })}
      />
      {languages.map((language) => (
        <Disclosure
          key={language}
          summary={t("translation", {
            language: new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? language,
          })}
        >
          <div className="grid gap-5">
            {TEXTS.map((field) => (
              <Field key={field} label={t(`texts.${field}`)} optional>
                {(control) => (
                  <TextInput
                    {...control}
                    lang={language}
                    maxLength={LENGTHS[field]}
                    value={draft.translations[language]?.[field] ?? ""}
                    onChange={(event) =>
                      translate(language, {
                        ...draft.translations[language],
                        [field]: event.target.value,
                      })
                    }
                  />
                )}
              </Field>
            ))}
          </div>
        </Disclosure>
      ))}
    </ActionDialog>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  values: readonly Value[];
  value: Value;
  labelOf: (value: Value) => string;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, values, value, labelOf, onChange } = props;
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          options={values.map((each) => ({ value: each, label: labelOf(each) }))}
          value={value}
          onChange={(event) => {
            const selectedValue = values.find((each) => each === event.target.value);
            if (selectedValue) onChange(selectedValue);
          }}
        />
      )}
    </Field>
  );
}

/** The fields that differ; for a new scope, all of them. Empty translations are left out. */
function changesOf(before: DirectoryScope | null, draft: Draft): Partial<Draft> {
  const body: Draft = { ...draft, translations: withoutEmpty(draft.translations) };
  const changedFields = FIELDS.filter((field) => before?.[field] !== body[field]);
  const sameTexts =
    before && JSON.stringify(before.translations) === JSON.stringify(body.translations);
  return {
    ...Object.fromEntries(changedFields.map((field) => [field, body[field]])),
    ...(!sameTexts && { translations: body.translations }),
  };
}

function withoutEmpty(translations: Draft["translations"]): Draft["translations"] {
  const entries = Object.entries(translations).map(([language, texts]) => {
    const filled = Object.entries(texts).filter(([, text]) => text.trim() !== "");
    return [language, Object.fromEntries(filled)] as const;
  });
  return Object.fromEntries(entries.filter(([, texts]) => Object.keys(texts).length > 0));
}
