"use client";

import { useLocale, useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import { scopesQuery } from "@/lib/api/client/platform-queries";
import type { DirectoryScope } from "@/lib/platform/scopes/schemas";
import { DialogField, textOf } from "../../actions/dialog-field";
import { confirmAction, type RowAction } from "../../actions/row-actions";
import { type ListPageProps, ListScreen, listWords } from "../../list/list-screen";
import { Badge } from "../../ui/badge";
import { Checkbox } from "../../ui/checkbox";
import { Disclosure } from "../../ui/disclosure";
import { Field } from "../../ui/field";
import { Select } from "../../ui/select";

export interface ScopesScreenProps extends ListPageProps {
  /** Of pages other than English. */
  languages: readonly string[];
  /** Extensions that may request a scope, by its name. */
  users: Readonly<Record<string, number>>;
}

/** The catalogue of scopes. */
export function ScopesScreen({ languages, users, ...props }: ScopesScreenProps) {
  const t = useTranslations("platform.scopes");
  const actions = useScopeActions(languages);
  return (
    <ListScreen
      {...props}
      {...listWords(t)}
      query={scopesQuery(props.state)}
      columns={[
        {
          key: "name",
          label: t("table.name"),
          grows: true,
          cell: ({ name, title, sentence }) => (
            <div className="grid min-w-0 py-1.5">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <bdi className="wrap-anywhere font-semibold">{title}</bdi>
                <code className="wrap-anywhere font-mono text-muted text-sm">{name}</code>
              </span>
              <bdi className="wrap-anywhere text-muted text-sm">{sentence}</bdi>
            </div>
          ),
        },
        {
          key: "differs",
          label: t("table.differs"),
          width: "sm:w-48",
          cell: (scope) => <Differences {...scope} />,
        },
        {
          key: "users",
          label: t("table.users"),
          width: "sm:w-32",
          align: "end",
          cell: ({ name }) => (
            <span className="text-sm tabular-nums">{t("usedBy", { count: users[name] ?? 0 })}</span>
          ),
        },
      ]}
      groupOf={({ group }) => group}
      foldsGroups={!props.state.q}
      idOf={({ name }) => name}
      nameOf={({ name }) => name}
      actionsOf={(scope) => (props.mayWrite ? [actions.edit(scope)] : [])}
      create={actions.create}
    />
  );
}

/** What sets a scope apart from one that lets everyone view something of little or medium risk. */
function Differences({ access, risk, restricted, deprecated }: DirectoryScope) {
  const t = useTranslations("platform.scopes");
  return (
    <span className="flex flex-wrap gap-1">
      {access === "read" ? null : <Badge tone="info">{t(`access.${access}`)}</Badge>}
      {risk === "high" ? <Badge tone="danger">{t("highRisk")}</Badge> : null}
      {restricted ? <Badge tone="warning">{t("restricted")}</Badge> : null}
      {deprecated ? <Badge>{t("deprecated")}</Badge> : null}
    </span>
  );
}

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
function useScopeActions(languages: readonly string[]) {
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
