import { KeyGlyph } from "../brand/key-glyph";
import { UntrustedName } from "../consent/untrusted-name";
import { buttonClass } from "../ui/button-class";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import type { AvailableExtension } from "./extension-views";
import { PublisherLine } from "./publisher-line";

export interface AvailableExtensionsProps {
  extensions: readonly AvailableExtension[];
  /** False for staff, who see the extensions but ask an admin to install them. */
  mayInstall: boolean;
}

/** Extensions that are not connected yet. */
export function AvailableExtensions({ extensions, mayInstall }: AvailableExtensionsProps) {
  return (
    <Panel
      title="Available extensions"
      description="Installing shows what the extension asks for. Nothing is shared before you allow it."
      padded={false}
    >
      {mayInstall || extensions.length === 0 ? null : (
        <div className="p-4 sm:px-6">
          <Notice title="Ask an admin to install an extension.">
            <p>Your role can launch connected extensions. Owners and admins connect new ones.</p>
          </Notice>
        </div>
      )}
      {extensions.length === 0 ? (
        <EmptyState title="No more extensions">
          <p>Everything that is offered here is connected already.</p>
        </EmptyState>
      ) : (
        <ul className="grid gap-px overflow-hidden rounded-b-lg bg-line sm:grid-cols-2 lg:grid-cols-3">
          {extensions.map((extension) => (
            <AvailableCard key={extension.clientId} extension={extension} mayInstall={mayInstall} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function AvailableCard(props: { extension: AvailableExtension; mayInstall: boolean }) {
  const { extension, mayInstall } = props;
  const { scopeCount } = extension;
  return (
    <li className="flex flex-col gap-3 bg-surface p-4 sm:p-6">
      <KeyGlyph id={extension.clientId} className="w-12 text-brass" />
      <div className="grid gap-0.5">
        <h3 className="text-lg">
          <UntrustedName name={extension.name} />
        </h3>
        <PublisherLine name={extension.publisherName} verified={extension.publisherVerified} />
      </div>
      <p className="text-muted">
        <bdi>{extension.description}</bdi>
      </p>
      <p className="text-muted text-sm">
        Asks for {scopeCount} {scopeCount === 1 ? "permission" : "permissions"}
      </p>
      {mayInstall ? (
        <a
          href={extension.installHref}
          className={buttonClass("secondary", "medium", "mt-auto w-fit")}
        >
          Install<span className="sr-only"> {extension.name}</span>
        </a>
      ) : null}
    </li>
  );
}
