import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";

export type SetupFieldName =
  | "organization_name"
  | "first_name"
  | "last_name"
  | "email"
  | "password";

const CORRECTIONS: Record<SetupFieldName, string> = {
  organization_name: "Enter a name of 1 to 120 characters.",
  first_name: "Enter a name of 1 to 120 characters.",
  last_name: "Enter a name of 1 to 120 characters.",
  email: "Enter an email address, such as asha@example.com.",
  password: "Choose a password of 12 to 200 characters.",
};

export interface SetupScreenProps {
  /** Where the form posts to; its token is what authorizes it. */
  action: string;
  /** Fields that were refused; what was typed into them is not kept anywhere. */
  invalid: ReadonlySet<string>;
}

/** Creates the first owner of a fresh installation. Works without JavaScript. */
export function SetupScreen({ action, invalid }: SetupScreenProps) {
  const errorOf = (name: SetupFieldName) => (invalid.has(name) ? CORRECTIONS[name] : undefined);
  return (
    <FocusFrame>
      <PageHeader
        title="Set up Latchkey"
        description="This installation has no owner yet. The first one can register clients and decide for the organization."
      />
      {invalid.size > 0 ? (
        <Notice tone="error" title="Nothing was created yet." live>
          <p>Fill in the form again, with the marked fields corrected.</p>
        </Notice>
      ) : null}
      <Panel>
        <form action={action} method="post" className="grid gap-5">
          <Field
            label="Organization"
            hint="The business that publishes extensions, as sellers should read it."
            error={errorOf("organization_name")}
          >
            {(control) => (
              <TextInput
                {...control}
                name="organization_name"
                autoComplete="organization"
                maxLength={120}
                required
              />
            )}
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="First name" error={errorOf("first_name")}>
              {(control) => (
                <TextInput
                  {...control}
                  name="first_name"
                  autoComplete="given-name"
                  maxLength={120}
                  required
                />
              )}
            </Field>
            <Field label="Last name" error={errorOf("last_name")}>
              {(control) => (
                <TextInput
                  {...control}
                  name="last_name"
                  autoComplete="family-name"
                  maxLength={120}
                  required
                />
              )}
            </Field>
          </div>
          <Field label="Email" hint="You sign in with it." error={errorOf("email")}>
            {(control) => (
              <TextInput {...control} name="email" type="email" autoComplete="username" required />
            )}
          </Field>
          <Field label="Password" hint="12 characters or more." error={errorOf("password")}>
            {(control) => (
              <TextInput
                {...control}
                name="password"
                type="password"
                autoComplete="new-password"
                minLength={12}
                maxLength={200}
                required
              />
            )}
          </Field>
          <Button type="submit" variant="primary" size="large" className="mt-1 sm:w-fit">
            Create the owner
          </Button>
        </form>
      </Panel>
      <p className="text-muted text-sm">
        The link that brought you here works once, for a day. The server printed it when it started.
      </p>
    </FocusFrame>
  );
}

/** Shown when the set-up link was used, is wrong or is too old. */
export function SetupLinkSpent() {
  return (
    <FocusFrame>
      <PageHeader title="This set-up link no longer works" />
      <Notice tone="warning" title="It was used already, or it is not complete.">
        <p>
          If the owner exists,{" "}
          <a className="inline-link" href="/sign-in">
            sign in
          </a>
          . Otherwise restart the server: while there is no owner, each start prints a new link.
        </p>
      </Notice>
    </FocusFrame>
  );
}
