"use client";

import { Plus, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useState } from "react";
import { groupScopes, type ScopeView, unknownScope } from "../../scopes/scope-view";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Disclosure } from "../../ui/disclosure";
import { Field, FieldError } from "../../ui/field";
import { ScrollArea } from "../../ui/scroll-area";
import { TextInput } from "../../ui/text-input";
import { useProblemWords } from "../use-problem-words";

export interface ScopePickerProps {
  catalogue: readonly ScopeView[];
  selected: readonly string[];
  error: string | undefined;
  onChange: (selected: string[]) => void;
}

/** The scopes a client may ask sellers for: known ones by group, and others by their name. */
export function ScopePicker({ catalogue, selected, error, onChange }: ScopePickerProps) {
  const t = useTranslations("clientForm.scopes");
  const scopeWords = useTranslations("scopes");
  const problem = useProblemWords();
  const [search, setSearch] = useState("");
  const searchId = useId();
  const knownNames = new Set(catalogue.map((scope) => scope.name));
  const custom = selected.filter((value) => !knownNames.has(value)).map(unknownScope);
  const groups = groupScopes([...catalogue, ...custom].filter((scope) => matches(scope, search)));
  const toggle = (value: string, isSelected: boolean) =>
    onChange(isSelected ? [...selected, value] : selected.filter((other) => other !== value));
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="relative w-full sm:w-80">
          <label htmlFor={searchId} className="sr-only">
            {t("search")}
          </label>
          <Search className="absolute start-3 top-3 size-4 text-muted" />
          <TextInput
            id={searchId}
            type="search"
            className="ps-9"
            placeholder={t("searchExample")}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={preventSubmit}
          />
        </div>
        <p className="text-muted text-sm" role="status">
          {t("selected", { count: selected.length })}
        </p>
      </div>
      <FieldError message={problem(error)} />
      <ScrollArea className="max-h-[36rem] divide-y divide-line overflow-y-auto rounded border border-line">
        {groups.map(([group, scopes]) => (
          <ScopeGroup
            key={group}
            name={group ?? scopeWords("otherGroup")}
            scopes={scopes}
            selected={selected}
            searching={search.trim() !== ""}
            onToggle={toggle}
          />
        ))}
        {groups.length === 0 ? (
          <p className="px-4 py-6 text-center text-muted">
            {t.rich("noMatch", { search: () => <bdi>{search}</bdi> })}
          </p>
        ) : null}
      </ScrollArea>
      <CustomScope
        onAdd={(value) => (selected.includes(value) ? undefined : toggle(value, true))}
      />
    </div>
  );
}

interface ScopeGroupProps {
  name: string;
  scopes: readonly ScopeView[];
  selected: readonly string[];
  /** True during a search, so that groups with matches stay open. */
  searching: boolean;
  onToggle: (scope: string, wanted: boolean) => void;
}

function ScopeGroup({ name, scopes, selected, searching, onToggle }: ScopeGroupProps) {
  const t = useTranslations("clientForm.scopes");
  const count = scopes.filter((scope) => selected.includes(scope.name)).length;
  const [open, setOpen] = useState(false);
  return (
    <Disclosure
      look="section"
      open={searching || open}
      onToggle={(event) => {
        if (!searching) setOpen(event.currentTarget.open);
      }}
      summary={
        <>
          {name}
          <span className="ms-auto font-normal text-muted text-sm tabular-nums">
            {t.rich("selectedOf", {
              count,
              total: scopes.length,
              unseen: (words) => <span className="sr-only">{words}</span>,
            })}
          </span>
        </>
      }
    >
      <fieldset>
        <legend className="sr-only">{name}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope.name}
            checked={selected.includes(scope.name)}
            onChange={(event) => onToggle(scope.name, event.target.checked)}
            label={<ScopeSentence scope={scope} />}
            description={<code className="font-mono">{scope.name}</code>}
          />
        ))}
      </fieldset>
    </Disclosure>
  );
}

function ScopeSentence({ scope }: { scope: ScopeView }) {
  const t = useTranslations("clientForm.scopes");
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {scope.known ? scope.sentence : t("own")}
      {scope.customerData ? <Badge tone="brass">{t("customerData")}</Badge> : null}
      {scope.access === "delete" ? <Badge tone="danger">{t("deletes")}</Badge> : null}
      {scope.risk === "high" ? <Badge tone="warning">{t("highRisk")}</Badge> : null}
      {scope.restricted ? <Badge tone="info">{t("needsApproval")}</Badge> : null}
      {scope.deprecated ? <Badge>{t("deprecated")}</Badge> : null}
    </span>
  );
}

function CustomScope({ onAdd }: { onAdd: (value: string) => void }) {
  const t = useTranslations("clientForm.scopes");
  const [value, setValue] = useState("");
  const add = () => {
    const scope = value.trim();
    if (!scope) return;
    onAdd(scope);
    setValue("");
  };
  return (
    <Field label={t("another")} hint={t("anotherHint")}>
      {(control) => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            mono
            placeholder="company/warehouse/write"
            value={value}
            className="sm:max-w-80"
            onChange={(event) => setValue(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") add();
              preventSubmit(event);
            }}
          />
          <Button onClick={add}>
            <Plus className="size-4" />
            {t("add")}
          </Button>
        </div>
      )}
    </Field>
  );
}

/** Enter in a helper field must not submit the form. */
function preventSubmit(event: KeyboardEvent) {
  if (event.key === "Enter") event.preventDefault();
}

function matches(scope: ScopeView, search: string): boolean {
  const text = `${scope.name} ${scope.sentence} ${scope.group}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
