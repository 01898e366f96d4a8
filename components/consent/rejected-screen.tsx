import { FocusFrame } from "../ui/focus-frame";
import { LinkButton } from "../ui/link-button";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { UntrustedName } from "./untrusted-name";

export interface RejectedScreenProps {
  clientName: string;
  grantorName: string;
  /** Where the person can go on. */
  home: { href: string; label: string };
  /** True when the grantor had granted something before, which stays as it was. */
  keepsEarlierGrant: boolean;
}

/** The end of a refused request: the extension receives no call, so it ends here. */
export function RejectedScreen(props: RejectedScreenProps) {
  const { clientName, grantorName, home, keepsEarlierGrant } = props;
  return (
    <FocusFrame>
      <PageHeader
        title="Nothing was shared"
        description={
          <>
            You did not allow <UntrustedName name={clientName} /> to work with{" "}
            <UntrustedName name={grantorName} />.
          </>
        }
      />
      <Panel>
        <ul className="grid list-disc gap-2 ps-5">
          <li>The extension was not told about your answer and received no access.</li>
          {keepsEarlierGrant ? <li>What was allowed earlier stays as it was.</li> : null}
          <li>If you change your mind, start again from the extension.</li>
        </ul>
      </Panel>
      <div>
        <LinkButton href={home.href} variant="primary">
          {home.label}
        </LinkButton>
      </div>
    </FocusFrame>
  );
}
