import { useTranslations } from "next-intl";
import { UntrustedName } from "../../consent/untrusted-name";
import { ScopeGroups } from "../../scopes/scope-groups";
import { type ScopeView, unknownScope } from "../../scopes/scope-view";
import { ScrollArea } from "../../ui/scroll-area";
import { useClientFormState } from "./client-form-state";

/** Previews the consent page while the form is filled in. */
export function ConsentPreview({ catalogue }: { catalogue: readonly ScopeView[] }) {
  const { meta, scopes: chosen } = useClientFormState().values;
  const { name, description } = meta;
  const t = useTranslations("clientForm.preview");
  const scopes = chosen.permissions.map(
    (value) => catalogue.find((scope) => scope.name === value) ?? unknownScope(value),
  );
  return (
    <aside
      aria-label={t("label")}
      className="grid gap-4 rounded-lg border border-border border-dashed p-4"
    >
      <p className="text-xl">
        {t.rich("request", {
          client: () => (
            <strong className="font-semibold">
              {name ? <UntrustedName name={name} /> : t("unnamed")}
            </strong>
          ),
          company: (words) => <strong className="font-semibold">{words}</strong>,
        })}
      </p>
      {description ? (
        <p className="wrap-anywhere whitespace-pre-line text-sm">
          <bdi>{description}</bdi>
        </p>
      ) : null}
      {scopes.length > 0 ? (
        <ScrollArea className="max-h-[60dvh] overflow-y-auto rounded bg-surface">
          <ScopeGroups scopes={scopes} />
        </ScrollArea>
      ) : (
        <p className="text-muted">{t("empty")}</p>
      )}
    </aside>
  );
}
