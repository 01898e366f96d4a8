import { useFormatter, useTranslations } from "next-intl";
import type { PersonObject } from "@/lib/platform/object-values";
import type { Memberships } from "@/lib/platform/operators/schemas";
import { Badge } from "../../ui/badge";
import { Identifier } from "../../ui/identifier";
import { Timestamp } from "../../ui/timestamp";
import { StatusBadge, useColumns } from "../columns";
import { ObjectPage, type ObjectPageProps, RelatedTable } from "../object-page";
import { nameOf } from "../objects";

/** Everything about one person. */
export function PersonPage({ object, changes, mayWrite }: ObjectPageProps<PersonObject>) {
  const t = useTranslations("platform.person");
  const roles = useTranslations("shell.roles");
  const format = useFormatter();
  const { person, memberships, signIn } = object;
  const tenants = tenantsOf(memberships);
  return (
    <ObjectPage
      kind="person"
      object={person}
      id={person.user_id}
      name={nameOf(person)}
      since={person.created_at}
      status={
        <>
          <StatusBadge status={person.status} />
          {person.operator_role ? <Badge tone="info">{roles(person.operator_role)}</Badge> : null}
        </>
      }
      figures={[
        { label: t("memberships"), value: format.number(tenants.length) },
        { label: t("sessions"), value: format.number(signIn.sessions), note: t("signedInNow") },
        {
          label: t("lastSignIn"),
          hint: t("ofKeptSessions"),
          value: <Timestamp value={signIn.lastSignInAt} none="noneRecorded" />,
        },
      ]}
      facts={[
        ...(person.external_id
          ? [
              {
                label: t("externalId"),
                value: <Identifier value={person.external_id} what={t("externalId")} />,
              },
            ]
          : []),
        { label: t("email"), value: <Email person={person} /> },
        { label: t("signsIn"), value: t(person.has_password ? "password" : "provider") },
        { label: t("secondFactor"), value: <SecondFactor signIn={signIn} /> },
      ]}
      changes={changes}
      mayWrite={mayWrite}
    >
      <TenantTable tenants={tenants} />
    </ObjectPage>
  );
}

function Email({ person: { email, email_verified: isVerified } }: Pick<PersonObject, "person">) {
  const t = useTranslations("platform.person");
  if (!email) return <span className="text-muted">{t("none")}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <bdi className="wrap-anywhere">{email}</bdi>
      <Badge tone={isVerified ? "success" : "neutral"}>
        {t(isVerified ? "emailVerified" : "emailUnverified")}
      </Badge>
    </span>
  );
}

function SecondFactor({ signIn }: Pick<PersonObject, "signIn">) {
  const t = useTranslations("platform.person");
  const { secondFactorSince: since, secondFactorAtProvider: isAtProvider } = signIn;
  if (since)
    return t.rich("secondFactorSince", {
      when: () => <Timestamp key="when" value={since} exact="day" />,
    });
  return t(isAtProvider ? "secondFactorAtProvider" : "noSecondFactor");
}

type Tenant = { kind: "company" | "organization"; id: string } & Pick<
  Memberships["companies"][number] | Memberships["organizations"][number],
  "name" | "role" | "source"
>;

function tenantsOf({ organizations, companies }: Memberships): Tenant[] {
  return [
    ...organizations.map(({ organization_id: id, ...tenant }) => ({
      ...tenant,
      kind: "organization" as const,
      id,
    })),
    ...companies.map(({ company_id: id, ...tenant }) => ({
      ...tenant,
      kind: "company" as const,
      id: String(id),
    })),
  ];
}

function TenantTable({ tenants }: { tenants: readonly Tenant[] }) {
  const t = useTranslations("platform.person");
  const kinds = useTranslations("platform.columns");
  const sources = useTranslations("platform.people.memberships.source");
  const { object, role } = useColumns<Tenant>();
  return (
    <RelatedTable
      title={t("memberships")}
      empty={t("noMembership")}
      rows={tenants}
      rowKey={({ kind, id }) => `${kind}:${id}`}
      columns={[
        { ...object("company", (tenant) => tenant), label: t("place") },
        { key: "kind", label: t("kind"), width: "sm:w-32", cell: ({ kind }) => kinds(kind) },
        role((tenant) => tenant.role),
        {
          key: "source",
          label: t("source"),
          width: "sm:w-28",
          cell: ({ source }) => sources(source),
        },
      ]}
    />
  );
}
