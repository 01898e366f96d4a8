import { ScopeGroups } from "../scopes/scope-groups";
import type { ScopeView } from "../scopes/scope-view";
import { Button } from "../ui/button";
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
  /** Where the form that asks them posts to; null where nobody is asked this way. */
  askAction: string | null;
  /** True once they were asked. */
  asked: boolean;
  /** Where the person can go on. */
  home: { href: string; label: string };
}

/** For staff, who may launch an extension but not decide what it may do. */
export function AskAnAdminScreen(props: AskAnAdminScreenProps) {
  const { clientName, grantorName, scopes, deciders, askAction, asked, home } = props;
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
      {asked ? (
        <Notice tone="success" title="Your question was sent." live>
          <p>It waits on the company’s Extensions page for an answer of:</p>
          <Deciders people={deciders} />
          <p>
            If one of them allows it, the extension is installed for the company, and you can launch
            it from your extensions. You can close this page; we do not send you a message.
          </p>
        </Notice>
      ) : (
        <Notice title="Who can decide">
          <Deciders people={deciders} />
        </Notice>
      )}
      <section className="grid gap-3">
        <h2 className="text-lg">What it asks for</h2>
        <div className="rounded-lg bg-surface">
          <ScopeGroups scopes={scopes} />
        </div>
      </section>
      <div className="flex flex-wrap gap-3">
        {askAction && !asked ? (
          <form action={askAction} method="post">
            <Button type="submit" variant="primary">
              Ask them to allow it
            </Button>
          </form>
        ) : null}
        <LinkButton href={home.href}>{home.label}</LinkButton>
      </div>
    </FocusFrame>
  );
}

function Deciders({ people }: { people: AskAnAdminScreenProps["deciders"] }) {
  return (
    <ul className="grid gap-1">
      {people.map((person) => (
        <li key={person.email}>
          <bdi>{person.name}</bdi>,{" "}
          <a href={`mailto:${person.email}`} className="inline-link">
            {person.email}
          </a>
        </li>
      ))}
    </ul>
  );
}
