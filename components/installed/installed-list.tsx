import { Download } from "lucide-react";
import { KeyGlyph } from "../brand/key-glyph";
import { UntrustedName } from "../consent/untrusted-name";
import { PublisherLine } from "../extensions/publisher-line";
import { ScopeGroups } from "../scopes/scope-groups";
import { Badge } from "../ui/badge";
import { buttonClass } from "../ui/button-class";
import { Disclosure } from "../ui/disclosure";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import type { InstalledView } from "./installed-view";
import { RemoveInstalled } from "./remove-installed";

export interface InstalledListProps {
  extensions: readonly InstalledView[];
  /** Path of the page; each extension's receipt and removal are under it. */
  path: string;
  /** False for roles that only look. */
  mayRemove: boolean;
}

/** What the organization itself has allowed: who did, what it may do, and the way out. */
export function InstalledList({ extensions, path, mayRemove }: InstalledListProps) {
  return (
    <Panel
      title="Allowed for the organization"
      description="These act for the organization as a whole, not for one of its companies."
      padded={false}
    >
      {extensions.length === 0 ? (
        <EmptyState title="Nothing is installed">
          <p>
            When an extension asks this organization for access and an owner or admin allows it, it
            is listed here.
          </p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {extensions.map((extension) => (
            <InstalledRow
              key={extension.clientId}
              extension={extension}
              path={`${path}/${extension.clientId}`}
              mayRemove={mayRemove}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface InstalledRowProps {
  extension: InstalledView;
  path: string;
  mayRemove: boolean;
}

function InstalledRow({ extension, path, mayRemove }: InstalledRowProps) {
  const { clientId, name, scopes, approvedAt, approvedBy } = extension;
  return (
    <li className="grid gap-3 px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <KeyGlyph id={clientId} className="mt-1 w-12 shrink-0 text-brass" />
        <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
          <h3 className="flex flex-wrap items-center gap-2 text-lg">
            <UntrustedName name={name} />
            {extension.isActive ? null : <Badge tone="warning">Switched off by publisher</Badge>}
          </h3>
          <PublisherLine name={extension.publisherName} verified={extension.publisherVerified} />
          <p className="text-muted text-sm">
            Allowed <Timestamp value={approvedAt} />
            {approvedBy ? (
              <>
                {" "}
                by <bdi>{approvedBy}</bdi>
              </>
            ) : null}
            .
          </p>
        </div>
        <a href={`${path}/receipt`} download className={buttonClass("secondary")}>
          <Download className="size-4" aria-hidden="true" />
          Receipt<span className="sr-only"> of {name}</span>
        </a>
      </div>
      <Disclosure summary={`What it may do (${scopes.length})`}>
        <div className="pt-3">
          <ScopeGroups scopes={scopes} rawNames />
        </div>
      </Disclosure>
      {mayRemove ? (
        <Disclosure summary="Remove">
          <RemoveInstalled extension={extension} action={`${path}/remove`} />
        </Disclosure>
      ) : (
        <p className="text-muted text-sm">An owner of the organization can remove it.</p>
      )}
    </li>
  );
}
