import { UntrustedName } from "../consent/untrusted-name";
import { ScopeGroups } from "../scopes/scope-groups";
import { type ScopeView, unknownScope } from "../scopes/scope-view";
import type { ClientDraft } from "./client-draft";

export interface ConsentPreviewProps {
  draft: ClientDraft;
  catalogue: readonly ScopeView[];
}

/** What a seller will read, while the client is being described. */
export function ConsentPreview({ draft, catalogue }: ConsentPreviewProps) {
  const scopes = draft.scopes.map(
    (value) => catalogue.find((scope) => scope.name === value) ?? unknownScope(value),
  );
  return (
    <aside
      aria-label="Preview of the consent page"
      className="grid gap-4 rounded-lg border border-border border-dashed p-4 max-lg:hidden sm:p-6 lg:sticky lg:top-6"
    >
      <p className="text-muted text-sm">What a seller will read</p>
      <p className="text-xl">
        <strong className="font-semibold">
          {draft.name ? <UntrustedName name={draft.name} /> : "Your extension"}
        </strong>{" "}
        wants to work with <strong className="font-semibold">their company</strong>
      </p>
      {scopes.length > 0 ? (
        <div className="max-h-[60dvh] overflow-y-auto rounded bg-surface">
          <ScopeGroups scopes={scopes} />
        </div>
      ) : (
        <p className="text-muted">Choose scopes and their sentences appear here.</p>
      )}
    </aside>
  );
}
