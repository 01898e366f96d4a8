import { Button } from "../ui/button";
import { FocusFrame } from "../ui/focus-frame";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { SignOutForm } from "./sign-out-form";

/** For a person who can sign in but is a member of nothing yet. */
export function NowhereScreen({ email }: { email: string }) {
  return (
    <FocusFrame>
      <PageHeader
        title="You are not a member of anything yet"
        description="Your account works. What is missing is an organization, which publishes extensions, or a seller company, which uses them."
      />
      <Panel title="What to do">
        <ol className="grid list-decimal gap-2 ps-5">
          <li>
            Ask an owner or admin of your organization or company to add <strong>{email}</strong>.
          </li>
          <li>Then reload this page. You do not have to sign in again.</li>
          <li>If you have another account here, sign out and use that one.</li>
        </ol>
      </Panel>
      <SignOutForm>
        <Button type="submit">Sign out</Button>
      </SignOutForm>
    </FocusFrame>
  );
}
