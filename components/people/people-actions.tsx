"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { call } from "@/lib/api/client/call";
import type { SentInvitationResponse } from "@/lib/tenants/organizations/members/schemas";
import { ActionDialog } from "../actions/action-dialog";
import { EmailField } from "../actions/dialog-field";
import { DialogButton } from "../actions/plain-action";
import { MenuButton, RowMenu } from "../list/menu";
import { Radio } from "../ui/checkbox";
import { isInvitation, type PeopleTenant, type PersonView } from "./people-views";
import { useShowSent } from "./sent-notice";

/** Invites someone by email. */
export function InviteButton({ tenant }: { tenant: PeopleTenant }) {
  const t = useTranslations("people.verbs.invite");
  return (
    <DialogButton
      variant="primary"
      dialog={(state) => <PeopleDialog {...state} tenant={tenant} verb="invite" person={null} />}
    >
      {t("button")}
    </DialogButton>
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
  const { mayChange } = person;
  if (isInvitation(person)) return mayChange ? ["resend", "revoke"] : [];
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
function PeopleDialog(props: PeopleDialogProps) {
  // What was typed, and an error, end with the dialog.
  return props.open || props.tenant.kind === "company" ? <PeopleQuestion {...props} /> : null;
}

function PeopleQuestion({ id, tenant, verb, person, open, onClose }: PeopleDialogProps) {
  const { kind } = tenant;
  const t = useTranslations("people.verbs");
  const people = useTranslations("people");
  const router = useRouter();
  const showSent = useShowSent();
  const messageValues = { kind, tenant: tenant.name, name: person?.name ?? "" };
  const hasRole = verb === "invite" || verb === "role";
  return (
    <ActionDialog
      title={t(`${verb}.title`, messageValues)}
      submit={t(`${verb}.submit`)}
      isDangerous={FINAL.has(verb)}
      plain={kind === "company" ? { id, action: formPath(tenant, verb, person?.id) } : undefined}
      open={open}
      onClose={onClose}
      onSubmit={async (fields) => {
        if (tenant.kind === "company") return;
        const sent = await changePeople(tenant, verb, person?.id, fields);
        onClose();
        if (sent) showSent(sent);
        if (verb === "leave") router.push("/");
        else router.refresh();
      }}
    >
      {verb === "invite" ? <EmailField label={people("email")} /> : null}
      {hasRole ? <RoleField tenant={tenant} chosen={person?.role ?? USUAL_ROLE[kind]} /> : null}
      <p className={hasRole ? "text-muted text-sm" : undefined}>
        {t(`${verb}.what`, messageValues)}
      </p>
    </ActionDialog>
  );
}

const USUAL_ROLE = { company: "staff", organization: "developer" } as const;

interface RoleFieldProps {
  tenant: PeopleTenant;
  chosen: PersonView["role"];
}

/** Radio buttons for the roles that the viewer may give, with descriptions. Works without JavaScript. */
function RoleField({ tenant: { kind, roles }, chosen }: RoleFieldProps) {
  const t = useTranslations("people");
  const roleName = useTranslations("shell.roles");
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-semibold">{t("table.role")}</legend>
      {roles.map((role) => (
        <Radio
          key={role}
          name="role"
          value={role}
          defaultChecked={role === chosen}
          label={roleName(role)}
          description={t(`roles.${role}`, { kind })}
        />
      ))}
    </fieldset>
  );
}

type PeopleVerb = "invite" | "resend" | "revoke" | "role" | "remove" | "leave";

/** The path of a company's form. @param id of the person or the invitation */
function formPath({ path }: PeopleTenant, verb: PeopleVerb, id = ""): string {
  if (verb === "invite" || verb === "leave") return `${path}/${verb}`;
  return `${path}/${verb === "resend" || verb === "revoke" ? "invitations/" : ""}${id}/${verb}`;
}

/**
 * Changes the people of an organization through the API.
 * @param id of the person or the invitation
 * @param fields `email` and `role`, where the verb needs them; `revoke_secrets` if secrets may be revoked
 * @returns the invitation that was sent, if any
 */
async function changePeople(
  tenant: PeopleTenant & { kind: "organization" },
  verb: PeopleVerb,
  id = "",
  fields: FormData,
): Promise<SentInvitationResponse | null> {
  const organization = { organization_id: tenant.id };
  const member = { ...organization, user_id: id };
  const invitation = { ...organization, invitation_id: id };
  const query = { revoke_secrets: fields.has("revoke_secrets") };
  const role = tenant.roles.find((each) => each === fields.get("role")) ?? "auditor";
  switch (verb) {
    case "invite":
      return call("createInvitation", {
        params: organization,
        body: { email: String(fields.get("email")), role },
      });
    case "resend":
      return call("resendInvitation", { params: invitation });
    case "revoke":
      await call("revokeInvitation", { params: invitation });
      break;
    case "role":
      await call("changeMember", { params: member, body: { role, ...query } });
      break;
    case "remove":
      await call("removeMember", { params: member, query });
      break;
    case "leave":
      await call("leaveOrganization", { params: organization, query });
  }
  return null;
}
