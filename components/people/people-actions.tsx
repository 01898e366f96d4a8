"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { ActionErrorNotice, useClientAction } from "../clients/action-error-notice";
import { DialogButtons } from "../clients/dialog-buttons";
import { RevokeSecretsChoice } from "../clients/revoke-secrets-choice";
import { MenuButton, RowMenu } from "../list/row-menu";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";
import { changePeople, formPath, type PeopleVerb } from "./change-people";
import type { PeopleTenant, PersonView } from "./people-views";
import { RoleField } from "./role-field";
import { useShowSent } from "./sent-notice";

/** Invites someone by email. */
export function InviteButton({ tenant }: { tenant: PeopleTenant }) {
  const t = useTranslations("people.verbs.invite");
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {t("button")}
      </Button>
      <PeopleDialog
        id={id}
        tenant={tenant}
        verb="invite"
        person={null}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

/** What the viewer may do about a member or an invitation. */
export function PersonActions({ tenant, person }: { tenant: PeopleTenant; person: PersonView }) {
  const t = useTranslations("people.verbs");
  const id = useId();
  const [openVerb, setOpenVerb] = useState<PeopleVerb | null>(null);
  const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;
  const verbs = verbsFor(person);
  if (verbs.length === 0) return null;
  return (
    <>
      <RowMenu name={person.name}>
        {verbs.map((verb) => (
          <MenuButton
            key={verb}
            isFinal={FINAL.has(verb)}
            popoverTarget={id + verb}
            onClick={() => setOpenVerb(verb)}
          >
            <span>
              {t.rich(`${verb}.button`, { kind: tenant.kind, name: person.name, unseen })}
            </span>
          </MenuButton>
        ))}
      </RowMenu>
      {verbs.map((verb) => (
        <PeopleDialog
          key={verb}
          id={id + verb}
          tenant={tenant}
          verb={verb}
          person={person}
          open={openVerb === verb}
          onClose={() => setOpenVerb(null)}
        />
      ))}
    </>
  );
}

const FINAL: ReadonlySet<PeopleVerb> = new Set(["revoke", "remove", "leave"]);

function verbsFor(person: PersonView): PeopleVerb[] {
  const { mayChange, invitation } = person;
  if (invitation) return mayChange ? ["resend", "revoke"] : [];
  const { isSelf, mayLeave } = person;
  return [
    ...(mayChange ? (["role"] as const) : []),
    ...(mayChange && !isSelf ? (["remove"] as const) : []),
    ...(mayLeave ? (["leave"] as const) : []),
  ];
}

interface PeopleDialogProps {
  /** Of the dialog, for the button that opens it without JavaScript. */
  id: string;
  tenant: PeopleTenant;
  verb: PeopleVerb;
  /** Whom it is about; null for an invitation. */
  person: PersonView | null;
  open: boolean;
  onClose: () => void;
}

/** Explains what a verb does, asks for what it needs, and does it. A company's form is an ordinary one. */
function PeopleDialog({ id, tenant, verb, person, open, onClose }: PeopleDialogProps) {
  const { kind } = tenant;
  const t = useTranslations("people.verbs");
  const router = useRouter();
  const showSent = useShowSent();
  const { error, pending, run, forget } = useClientAction();
  const [revokeSecrets, setRevokeSecrets] = useState(false);
  const messageValues = { kind, tenant: tenant.name, name: person?.name ?? "" };
  const close = () => {
    forget();
    setRevokeSecrets(false);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (tenant.kind === "company") return;
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    run(async () => {
      const sent = await changePeople(tenant, verb, { id: person?.id, fields, revokeSecrets });
      close();
      if (sent) showSent(sent);
      if (verb === "leave") router.push("/");
      else router.refresh();
    });
  };
  return (
    <Dialog
      {...(kind === "company" && { id })}
      open={open}
      onClose={close}
      title={t(`${verb}.title`, messageValues)}
    >
      <form
        action={kind === "company" ? formPath(tenant, verb, person?.id) : undefined}
        method="post"
        className="grid gap-5 whitespace-normal"
        onSubmit={submit}
      >
        <ActionErrorNotice error={error} onReload={close} />
        <RevokeSecretsChoice
          problems={error?.fields ?? []}
          agreed={revokeSecrets}
          onChange={setRevokeSecrets}
        />
        {verb === "invite" ? <EmailField onChange={forget} /> : null}
        {verb === "invite" || verb === "role" ? (
          <RoleField tenant={tenant} chosen={person?.role ?? USUAL_ROLE[kind]} />
        ) : null}
        <p className={verb === "role" || verb === "invite" ? "text-muted text-sm" : undefined}>
          {t(`${verb}.what`, messageValues)}
        </p>
        <DialogButtons
          {...(kind === "company" && { popoverTarget: id })}
          onCancel={close}
          label={t(pending ? `${verb}.pending` : `${verb}.submit`)}
          type="submit"
          variant={FINAL.has(verb) ? "danger" : "primary"}
          pending={pending}
        />
      </form>
    </Dialog>
  );
}

const USUAL_ROLE = { company: "staff", organization: "developer" } as const;

function EmailField({ onChange }: { onChange: () => void }) {
  const t = useTranslations("people");
  return (
    <Field label={t("email")}>
      {(control) => (
        <TextInput
          {...control}
          name="email"
          type="email"
          autoComplete="off"
          maxLength={200}
          required
          onChange={onChange}
        />
      )}
    </Field>
  );
}
