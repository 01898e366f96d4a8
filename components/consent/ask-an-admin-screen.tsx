import { ScopeGroups } from "../scopes/scope-groups";
import type { ScopeView } from "../scopes/scope-view";
import { FocusFrame } from "../ui/focus-frame";
import { LinkButton } from "../ui/link-button";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { UntrustedName } from "./untrusted-name";

export interface AskAnAdminScreenProps {
  clientName: string;
  grantorName: string;
  scopes: readonly ScopeView[];
  /** People who may decide. */
  deciders: readonly { name: string; email: string }[];
  /** Where the person can go on. */
  home: { href: string; label: string };
}

/** For staff, who may launch an extension but not decide what it may do. */
export function AskAnAdminScreen(props: AskAnAdminScreenProps) {
  const { clientName, grantorName, scopes, deciders, home } = props;
  return (
    <FocusFrame>
      <PageHeader
        title="Ask an admin"
        description={
          <>
            Only an owner or admin of <UntrustedName name={grantorName} /> can decide what{" "}
            <UntrustedName name={clientName} /> may do. Nothing was shared.
          </>
        }
      />
      <Notice title="Who can decide">
        <ul className="grid gap-1">
          {deciders.map((decider) => (
            <li key={decider.email}>
              <bdi>{decider.name}</bdi>,{" "}
              <a href={`mailto:${decider.email}`} className="inline-link">
                {decider.email}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
      <section className="grid gap-3">
        <h2 className="text-lg">What it asks for</h2>
        <div className="rounded-lg bg-surface">
          <ScopeGroups scopes={scopes} />
        </div>
      </section>
      <div>
        <LinkButton href={home.href}>{home.label}</LinkButton>
      </div>
    </FocusFrame>
  );
}
