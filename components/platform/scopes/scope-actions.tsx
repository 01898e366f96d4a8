"use client";

import { useLocale, useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import type { DirectoryScope } from "@/lib/platform/scopes/schemas";
import { DialogField, textOf } from "../../actions/dialog-field";
import { confirmAction, type RowAction } from "../../actions/row-actions";
import { Checkbox } from "../../ui/checkbox";
import { Disclosure } from "../../ui/disclosure";
import { Field } from "../../ui/field";
import { Select } from "../../ui/select";

const ACCESSES = ["read", "change", "delete"] as const;
const RISKS = ["low", "medium", "high"] as const;
const TEXTS = ["title", "sentence", "group"] as const;
const LENGTHS = { title: 120, sentence: 500, group: 60 };
const FLAGS = ["restricted", "deprecated"] as const;
const FIELDS = [...TEXTS, "access", "risk", ...FLAGS] as const;

type Draft = Pick<DirectoryScope, (typeof FIELDS)[number] | "translations">;

/**
 * Adds a scope or changes what sellers read about it and who gets it. Sends only what was changed.
 * @param languages of pages other than English, whose texts can be edited
 */
export function useScopeActions(languages: readonly string[]) {
  const t = useTranslations("platform.scopes");
  const question = (before: DirectoryScope | null): RowAction => {
    const changes = (fields: FormData) => changesOf(before, draftOf(before, languages, fields));
    return confirmAction({
      key: before ? "edit" : "create",
      label: t(before ? "edit.open" : "create"),
      title: before ? t("edit.title", { name: before.name }) : t("create"),
      submit: t(before ? "edit.submit" : "createSubmit"),
      isEmpty: (fields) => Object.keys(changes(fields)).length === 0,
      what: [<ScopeFields key="fields" before={before} languages={languages} />],
      send: (fields) => {
        const params = { name: before?.name ?? textOf(fields, "name") };
        return call("putDirectoryScope", { params, body: changes(fields) });
      },
    });
  };
  return { create: question(null), edit: question };
}

function ScopeFields(props: { before: DirectoryScope | null; languages: readonly string[] }) {
  const { before, languages } = props;
  const t = useTranslations("platform.scopes");
  const locale = useLocale();
  const nameOf = (language: string) =>
    new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? language;
  const choice = <Value extends string>(
    name: "access" | "risk",
    values: readonly Value[],
    labelOf: (value: Value) => string,
    chosen: Value,
  ) => (
    <Field label={t(`table.${name}`)}>
      {(control) => (
        <Select
          {...control}
          name={name}
          options={values.map((value) => ({ value, label: labelOf(value) }))}
          defaultValue={chosen}
        />
      )}
    </Field>
  );
  return (
    <>
      {before ? null : (
        <DialogField
          name="name"
          label={t("table.name")}
          hint={t("nameHint")}
          mono
          maxLength={120}
        />
      )}
      {TEXTS.map((field) => (
        <DialogField
          key={field}
          name={field}
          label={t(`texts.${field}`)}
          hint={t(`hints.${field}`)}
          maxLength={LENGTHS[field]}
          defaultValue={before?.[field]}
        />
      ))}
      <div className="grid gap-5 sm:grid-cols-2">
        {choice("access", ACCESSES, (value) => t(`access.${value}`), before?.access ?? "read")}
        {choice("risk", RISKS, (value) => t(`risk.${value}`), before?.risk ?? "medium")}
      </div>
      {FLAGS.map((flag) => (
        <Checkbox
          key={flag}
          name={flag}
          label={t(flag)}
          description={t(`${flag}What`)}
          defaultChecked={before?.[flag] ?? false}
        />
      ))}
      {languages.map((language) => (
        <Disclosure key={language} summary={t("translation", { language: nameOf(language) })}>
          <div className="grid gap-5">
            {TEXTS.map((field) => (
              <DialogField
                key={field}
                name={`${language}.${field}`}
                label={t(`texts.${field}`)}
                optional
                lang={language}
                maxLength={LENGTHS[field]}
                defaultValue={before?.translations[language]?.[field]}
              />
            ))}
          </div>
        </Disclosure>
      ))}
    </>
  );
}

/** What the fields hold. Empty translations are left out, and those of other languages stay. */
function draftOf(
  before: DirectoryScope | null,
  languages: readonly string[],
  fields: FormData,
): Draft {
  const textsOf = (prefix: string) =>
    TEXTS.map((field) => [field, textOf(fields, prefix + field)] as const);
  const translations = { ...before?.translations };
  for (const language of languages) {
    const texts = textsOf(`${language}.`).filter(([, text]) => text !== "");
    if (texts.length > 0) translations[language] = Object.fromEntries(texts);
    else delete translations[language];
  }
  return {
    title: textOf(fields, "title"),
    sentence: textOf(fields, "sentence"),
    group: textOf(fields, "group"),
    access: ACCESSES.find((access) => access === fields.get("access")) ?? "read",
    risk: RISKS.find((risk) => risk === fields.get("risk")) ?? "medium",
    restricted: fields.has("restricted"),
    deprecated: fields.has("deprecated"),
    translations,
  };
}

/** The fields that differ; for a new scope, all of them. */
function changesOf(before: DirectoryScope | null, draft: Draft): Partial<Draft> {
  const changed = FIELDS.filter((field) => before?.[field] !== draft[field]);
  const hasSameTexts =
    before && JSON.stringify(before.translations) === JSON.stringify(draft.translations);
  return {
    ...Object.fromEntries(changed.map((field) => [field, draft[field]])),
    ...(!hasSameTexts && { translations: draft.translations }),
  };
}
