import { useFormatter, useTranslations } from "next-intl";
import type { PersonObject } from "@/lib/platform/object-values";
import type { Memberships } from "@/lib/platform/operators/schemas";
import { Badge } from "../../ui/badge";
import { Identifier } from "../../ui/identifier";
import { Timestamp } from "../../ui/timestamp";
import { StatusBadge } from "../common-columns";
import {
  ObjectLink,
  ObjectPage,
  type ObjectPageProps,
  ObjectTable,
  RelatedList,
} from "../object-page";
import { nameOf } from "./person-words";

/** Everything about one person. */
export function PersonPage({ object, changes, mayWrite }: ObjectPageProps<PersonObject>) {
  const t = useTranslations("platform.person");
  const roles = useTranslations("shell.roles");
  const format = useFormatter();
  const { person, memberships, signIn } = object;
  const places = placesOf(memberships);
  return (
    <ObjectPage
      kind="person"
      object={person}
      name={nameOf(person)}
      target={`user:${person.user_id}`}
      status={
        <>
          <StatusBadge status={person.status} />
          {person.operator_role ? <Badge tone="info">{roles(person.operator_role)}</Badge> : null}
        </>
      }
      figures={[
        { label: t("memberships"), value: format.number(places.length), note: t("now") },
        { label: t("sessions"), value: format.number(signIn.sessions), note: t("signedInNow") },
        {
          label: t("lastSignIn"),
          value: signIn.lastSignInAt ? <Timestamp value={signIn.lastSignInAt} day /> : "–",
          note: t(signIn.lastSignInAt ? "ofKeptSessions" : "noSession"),
        },
      ]}
      facts={[
        { label: t("id"), value: <Identifier value={person.user_id} what={t("id")} /> },
        ...(person.external_id
          ? [
              {
                label: t("externalId"),
                value: <Identifier value={person.external_id} what={t("externalId")} />,
              },
            ]
          : []),
        {
          label: t("email"),
          value: person.email ? (
            <span className="flex flex-wrap items-center gap-x-2">
              <bdi className="wrap-anywhere">{person.email}</bdi>
              <Badge tone={person.email_verified ? "success" : "neutral"}>
                {t(person.email_verified ? "emailVerified" : "emailUnverified")}
              </Badge>
            </span>
          ) : (
            <span className="text-muted">{t("none")}</span>
          ),
        },
        { label: t("signsIn"), value: t(person.has_password ? "password" : "provider") },
        { label: t("secondFactor"), value: <SecondFactor signIn={signIn} /> },
        { label: t("created"), value: <Timestamp value={person.created_at} day /> },
      ]}
      changes={changes}
      mayWrite={mayWrite}
    >
      <RelatedList title={t("memberships")} empty={t("noMembership")} isEmpty={places.length === 0}>
        <MembershipTable places={places} />
      </RelatedList>
    </ObjectPage>
  );
}

function SecondFactor({ signIn }: { signIn: PersonObject["signIn"] }) {
  const t = useTranslations("platform.person");
  const { secondFactorSince: since, secondFactorAtProvider: isAtProvider } = signIn;
  if (since)
    return t.rich("secondFactorSince", { when: () => <Timestamp key="when" value={since} day /> });
  return t(isAtProvider ? "secondFactorAtProvider" : "noSecondFactor");
}

interface Place {
  kind: "company" | "organization";
  id: string;
  name: string;
  role: Memberships["companies"][number]["role"] | Memberships["organizations"][number]["role"];
  source: Memberships["companies"][number]["source"];
}

function placesOf({ organizations, companies }: Memberships): Place[] {
  return [
    ...organizations.map(({ organization_id: id, name, role, source }) => ({
      kind: "organization" as const,
      id,
      name,
      role,
      source,
    })),
    ...companies.map(({ company_id: id, name, role, source }) => ({
      kind: "company" as const,
      id: String(id),
      name,
      role,
      source,
    })),
  ];
}

function MembershipTable({ places }: { places: readonly Place[] }) {
  const t = useTranslations("platform.person");
  const roles = useTranslations("shell.roles");
  const sources = useTranslations("platform.people.memberships.source");
  return (
    <ObjectTable
      caption={t("memberships")}
      rows={places}
      rowKey={({ kind, id }) => `${kind}:${id}`}
      columns={[
        {
          key: "name",
          label: t("place"),
          cell: ({ kind, id, name }) => <ObjectLink kind={kind} id={id} name={name} />,
        },
        { key: "kind", label: t("kind"), width: "sm:w-32", cell: ({ kind }) => t(`kinds.${kind}`) },
        { key: "role", label: t("role"), width: "sm:w-32", cell: ({ role }) => roles(role) },
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
