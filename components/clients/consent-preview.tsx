import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import { ScopeGroups } from "../scopes/scope-groups";
import { type ScopeView, unknownScope } from "../scopes/scope-view";
import { ScrollArea } from "../ui/scroll-area";
import type { ClientDraft } from "./client-draft";

export interface ConsentPreviewProps {
  draft: ClientDraft;
  catalogue: readonly ScopeView[];
}

/** Previews the consent page while the form is filled in. */
export function ConsentPreview({ draft, catalogue }: ConsentPreviewProps) {
  const t = useTranslations("clientForm.preview");
  const scopes = draft.scopes.map(
    (value) => catalogue.find((scope) => scope.name === value) ?? unknownScope(value),
  );
  return (
    <aside
      aria-label={t("label")}
      className="grid gap-4 rounded-lg border border-border border-dashed p-4 max-lg:hidden sm:p-6 lg:sticky lg:top-6"
    >
      <p className="text-muted text-sm">{t("title")}</p>
      <p className="text-xl">
        {t.rich("request", {
          client: () => (
            <strong className="font-semibold">
              {draft.name ? <UntrustedName name={draft.name} /> : t("unnamed")}
            </strong>
          ),
          company: (words) => <strong className="font-semibold">{words}</strong>,
        })}
      </p>
      {draft.description ? (
        <p className="wrap-anywhere whitespace-pre-line text-sm">
          <bdi>{draft.description}</bdi>
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
