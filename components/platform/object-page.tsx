import { Building2, type LucideIcon, Puzzle, Store, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { AuditEntry } from "@/lib/audit/schemas";
import type { FirstMembers } from "@/lib/platform/object-values";
import type { DirectoryKind } from "@/lib/platform/values";
import { AuditTable } from "../audit/audit-table";
import { ClientMark } from "../clients/client-mark";
import { ListTable, type ListTableProps } from "../list/list-table";
import { LinkButton } from "../ui/button";
import { type Fact, FactList } from "../ui/fact-list";
import { type Figure, FigureList } from "../ui/figures";
import { Identifier } from "../ui/identifier";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { useColumns } from "./columns";
import { type ObjectAlert, ObjectHeader } from "./object-header";
import { type Objects, objectLists, TARGETS } from "./objects";
import { ReadOnlyNotice } from "./read-only-notice";

const ICONS: Record<DirectoryKind, LucideIcon> = {
  extension: Puzzle,
  organization: Building2,
  company: Store,
  person: UserRound,
};

/** What every page of an object gets from its route. */
export interface ObjectPageProps<Read> {
  object: Read;
  /** Newest entries of the platform's audit log about it. */
  changes: readonly AuditEntry[];
  /** False for support, which may only look. */
  mayWrite: boolean;
}

interface ObjectFrameProps<Kind extends DirectoryKind> {
  kind: Kind;
  object: Objects[Kind];
  id: string;
  name: string;
  /** When it was created. */
  since: string;
  /** Its logo; an icon of its kind without one. */
  logoUri?: string | null;
  /** Badges beside the name. */
  status: ReactNode;
  /** What is under the name. */
  description?: ReactNode;
  /** What is wrong with it, before anything else. */
  alert?: ObjectAlert | undefined;
  figures: readonly Figure[];
  /** Charts of a period, beside the figures. */
  charts?: ReactNode;
  /** Facts beside its id and its age. */
  facts: readonly Fact[];
  changes: readonly AuditEntry[];
  mayWrite: boolean;
  /** Related lists. */
  children: ReactNode;
}

/** The page of an object that operators administer: name, menu, figures, related lists, facts, and its changes. */
export function ObjectPage<Kind extends DirectoryKind>(props: ObjectFrameProps<Kind>) {
  const { kind, object, id, name, mayWrite, changes } = props;
  const t = useTranslations("platform.object");
  const anyKind: DirectoryKind = kind;
  const list = objectLists[anyKind];
  const titles = useTranslations("platform");
  return (
    <>
      <ObjectHeader
        kind={kind}
        object={object}
        name={name}
        mark={<ObjectMark kind={kind} id={id} name={name} logoUri={props.logoUri ?? null} />}
        status={props.status}
        description={props.description}
        alert={props.alert}
        mayWrite={mayWrite}
        parents={[{ label: titles(`${list}.title`), href: `/platform/${list}` }]}
      />
      {mayWrite ? null : <ReadOnlyNotice />}
      <Panel>
        <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[auto_minmax(0,1fr)]">
          <FigureList figures={props.figures} />
          <div className="grid gap-6 empty:hidden sm:grid-flow-col">{props.charts}</div>
        </div>
      </Panel>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">{props.children}</div>
        <Panel title={t("facts")}>
          <FactList
            facts={[
              {
                label: t(`ids.${anyKind}`),
                value: <Identifier value={id} what={t(`ids.${anyKind}`)} />,
              },
              ...props.facts,
              { label: t("since"), value: <Timestamp value={props.since} /> },
            ]}
          />
        </Panel>
      </div>
      <RelatedPanel
        title={t("changes")}
        empty={changes.length === 0 && t("noChanges")}
        all={{
          href: `/platform/audit?${new URLSearchParams({ target: `${TARGETS[kind]}:${id}` })}`,
          label: t("allChanges"),
        }}
      >
        <AuditTable entries={changes} clientsPath={null} />
      </RelatedPanel>
    </>
  );
}

interface ObjectMarkProps {
  kind: DirectoryKind;
  id: string;
  name: string;
  logoUri: string | null;
}

function ObjectMark({ kind, id, name, logoUri }: ObjectMarkProps) {
  if (kind === "extension") {
    return <ClientMark size="large" client={{ clientId: id, name, logoUri }} />;
  }
  const Icon = ICONS[kind];
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded bg-brass-soft text-brass"
    >
      <Icon className="size-5" />
    </span>
  );
}

interface RelatedTableProps<Row> extends Pick<ListTableProps<Row>, "rows" | "rowKey" | "columns"> {
  title: string;
  /** The title without numbers, for screen readers. */
  caption?: string;
  /** Said instead of the table if it is empty. */
  empty: string;
  /** A way to all of it. */
  all?: RelatedPanelProps["all"];
}

/** A table of what belongs to an object. */
export function RelatedTable<Row>(props: RelatedTableProps<Row>) {
  const { title, caption = title, empty, all, ...table } = props;
  return (
    <RelatedPanel title={title} {...(all && { all })} empty={table.rows.length === 0 && empty}>
      <ListTable caption={caption} {...table} />
    </RelatedPanel>
  );
}

interface RelatedPanelProps {
  title: string;
  /** Said instead of the list if it is empty; false otherwise. */
  empty: string | false;
  all?: { href: string; label: string };
  children: ReactNode;
}

function RelatedPanel({ title, empty, all, children }: RelatedPanelProps) {
  return (
    <Panel
      title={title}
      padded={empty !== false}
      actions={
        all && empty === false ? (
          <LinkButton size="small" variant="quiet" href={all.href}>
            {all.label}
          </LinkButton>
        ) : null
      }
    >
      {empty === false ? children : <p className="text-muted">{empty}</p>}
    </Panel>
  );
}

/** The people of a company or organization, owners first. */
export function MemberTable({ members: { total, people } }: { members: FirstMembers }) {
  const t = useTranslations("platform.object");
  const { object, role } = useColumns<FirstMembers["people"][number]>();
  return (
    <RelatedTable
      title={t("people", { total, shown: people.length })}
      caption={t("peopleCaption")}
      empty={t("noPeople")}
      rows={people}
      rowKey={({ userId }) => userId}
      columns={[
        object("person", ({ userId, firstName, lastName, email }) => ({
          id: userId,
          name: `${firstName} ${lastName}`.trim() || (email ?? userId),
          beside: <bdi className="truncate text-muted">{email}</bdi>,
        })),
        role((person) => person.role),
      ]}
    />
  );
}
