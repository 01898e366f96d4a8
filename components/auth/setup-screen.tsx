import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";

export type SetupFieldName = "name" | "email" | "password" | "organization_name";

export interface SetupScreenProps {
  /** Where the form posts to. */
  action: string;
  csrfToken: string;
  values?: Partial<Record<Exclude<SetupFieldName, "password">, string>>;
  errors?: Partial<Record<SetupFieldName, string>>;
}

/** Creates the first owner of a fresh installation. Works without JavaScript. */
export function SetupScreen({ action, csrfToken, values = {}, errors = {} }: SetupScreenProps) {
  const failed = Object.keys(errors).length > 0;
  return (
    <FocusFrame>
      <PageHeader
        title="Set up Latchkey"
        description="This installation has no owner yet. The first one can register clients and invite everybody else."
      />
      {failed ? (
        <Notice tone="error" title="Nothing was created yet." live>
          <p>Correct the marked fields and send the form again.</p>
        </Notice>
      ) : null}
      <Panel>
        <form action={action} method="post" className="grid gap-5">
          <input type="hidden" name="csrf_token" value={csrfToken} />
          <Field
            label="Organization"
            hint="The business that publishes extensions, as sellers should read it."
            error={errors.organization_name}
          >
            {(control) => (
              <TextInput
                {...control}
                name="organization_name"
                autoComplete="organization"
                defaultValue={values.organization_name}
                maxLength={120}
                required
              />
            )}
          </Field>
          <Field label="Your name" error={errors.name}>
            {(control) => (
              <TextInput
                {...control}
                name="name"
                autoComplete="name"
                defaultValue={values.name}
                maxLength={120}
                required
              />
            )}
          </Field>
          <Field label="Email" hint="You sign in with it." error={errors.email}>
            {(control) => (
              <TextInput
                {...control}
                name="email"
                type="email"
                autoComplete="username"
                defaultValue={values.email}
                required
              />
            )}
          </Field>
          <Field label="Password" hint="12 characters or more." error={errors.password}>
            {(control) => (
              <TextInput
                {...control}
                name="password"
                type="password"
                autoComplete="new-password"
                minLength={12}
                required
              />
            )}
          </Field>
          <Button type="submit" variant="primary" size="large" className="mt-1 sm:w-fit">
            Create the owner and sign in
          </Button>
        </form>
      </Panel>
      <p className="text-muted text-sm">
        The link that brought you here works once. The server printed it at its first start.
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
